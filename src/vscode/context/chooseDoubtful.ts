import * as vscode from "vscode";
import type { Attachment } from "../../shared/conversation";

/** A piece that was read, and why one should think twice before sending it. */
export interface Doubtful {
	readonly attachment: Attachment;
	/** At least one. */
	readonly reasons: readonly string[];
}

/** Asks which of these shall be attached after all; unless chosen, none is. */
export async function chooseDoubtful<D extends Doubtful>(doubtful: readonly D[]): Promise<readonly D[]> {
	const [first, ...others] = doubtful;
	if (!first) return [];
	if (others.length === 0) return (await confirm(first)) ? [first] : [];
	const items = doubtful.map((one) => ({ label: one.attachment.path, detail: capital(one.reasons), one }));
	const chosen = await vscode.window.showQuickPick(items, {
		canPickMany: true,
		title: vscode.l10n.t("Attach These Too?"),
		placeHolder: vscode.l10n.t("Choose what shall be sent; the rest is left out"),
	});
	return (chosen ?? []).map(({ one }) => one);
}

async function confirm({ attachment, reasons }: Doubtful): Promise<boolean> {
	const leave = { label: vscode.l10n.t("$(circle-slash) Leave It Out"), attach: false };
	const attach = { label: vscode.l10n.t("$(attach) Attach It Anyway"), attach: true };
	const chosen = await vscode.window.showQuickPick([leave, attach], {
		title: vscode.l10n.t("Attach {0}?", attachment.path),
		placeHolder: capital(reasons),
	});
	return chosen?.attach === true;
}

function capital(reasons: readonly string[]): string {
	const [first = "", ...rest] = reasons.join("; ");
	return first.toLocaleUpperCase() + rest.join("");
}
