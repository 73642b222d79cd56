import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ModelInfo } from "../../shared/conversation";
import { inertLine } from "../../shared/untrusted/inertText";
import { pickOne } from "../adapters/messages";
import { modelRow } from "../connections/models/modelRow";

/**
 * Asks for a model to answer a question again; returns `undefined` when the user cancels.
 *
 * @param except the model that has answered it already.
 * @throws UserError when the gateway has no other one.
 */
export async function pickOtherModel(
	models: readonly ModelInfo[],
	except: string | undefined,
): Promise<string | undefined> {
	const others = models.filter(({ id }) => id !== except);
	if (others.length === 0) throw new UserError(vscode.l10n.t("This gateway lists no other model for chat."));
	const rows = others.map((model) => modelRow(model, { isCurrent: false, fits: true }));
	const title = inertLine(vscode.l10n.t("Retry With"));
	const placeHolder = inertLine(vscode.l10n.t("The model that answers this question again"));
	return (await pickOne(rows, { title, placeHolder, matchOnDescription: true, matchOnDetail: true }))?.model;
}
