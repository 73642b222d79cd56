import * as vscode from "vscode";
import type { Attachment } from "../../shared/conversation";
import { inertLine, inertName, inertPath } from "../../shared/untrusted/inertText";
import { pickMany, pickOne } from "../adapters/messages";

/** A piece that was read, with the reasons to ask before sending it. */
export interface Doubtful {
	readonly attachment: Attachment;
	/** At least one. */
	readonly reasons: readonly string[];
}

/** Asks which of these to attach; by default, none. */
export async function confirmDoubtfulFiles<D extends Doubtful>(doubtful: readonly D[]): Promise<readonly D[]> {
	const [first, ...others] = doubtful;
	if (!first) return [];
	if (others.length === 0) return (await confirmDoubtfulFile(first)) ? [first] : [];
	const items = doubtful.map((one) => ({
		label: inertPath(one.attachment.path),
		detail: inertLine(capital(one.reasons)),
		one,
	}));
	const chosen = await pickMany(items, {
		title: inertLine(vscode.l10n.t("Attach These Too?")),
		placeHolder: inertLine(vscode.l10n.t("Choose what to send; the rest is left out")),
	});
	return (chosen ?? []).map(({ one }) => one);
}

/** Asks whether to attach it; returns `undefined` when the user cancels. */
export async function confirmDoubtfulFile({ attachment, reasons }: Doubtful): Promise<boolean | undefined> {
	const leave = {
		label: inertName(vscode.l10n.t("Leave Out")),
		iconPath: new vscode.ThemeIcon("circle-slash"),
		attach: false,
	};
	const attach = {
		label: inertName(vscode.l10n.t("Attach Anyway")),
		iconPath: new vscode.ThemeIcon("attach"),
		attach: true,
	};
	const chosen = await pickOne([leave, attach], {
		title: inertLine(vscode.l10n.t("Attach {0}?", inertPath(attachment.path))),
		placeHolder: inertLine(capital(reasons)),
	});
	return chosen?.attach;
}

function capital(reasons: readonly string[]): string {
	const [first = "", ...rest] = reasons.join("; ");
	return first.toLocaleUpperCase() + rest.join("");
}
