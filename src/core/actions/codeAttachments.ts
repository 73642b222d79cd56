import * as l10n from "@vscode/l10n";
import type { Attachment } from "../../shared/conversation";
import { splitLines } from "../base/splitLines";
import type { CodePart } from "./action";
import type { CodeBudget } from "./codeBudget";
import type { CodeContext, CodeRange } from "./codeContext";

/**
 * Returns the attachments of an action's question: the code, then the other parts that the action takes, each shown to
 * the user as it is sent. Parts that do not fit the budget are left out; the lines around the code are reduced first.
 */
export function codeAttachments(
	context: CodeContext,
	takes: readonly CodePart[],
	budget: CodeBudget,
): readonly Attachment[] {
	let left = budget.tokens;
	const attachments = [codeAttachment(context, context.selected)];
	for (const part of takes) {
		const fitting = candidates(context, part).find(({ text }) => budget.count(text) <= left);
		if (!fitting) continue;
		left -= budget.count(fitting.text);
		attachments.push(fitting);
	}
	return attachments;
}

/** Returns the attachments that a part can become, the largest first. */
function candidates(context: CodeContext, part: CodePart): readonly Attachment[] {
	const { path, selected, around, imports, problems } = context;
	switch (part) {
		case "problems":
			return problems === undefined ? [] : [problemsAttachment(path, problems)];
		case "imports":
			return imports ? [codeAttachment(context, imports, (place) => l10n.t("imports: {0}", place))] : [];
		case "around":
			return [1, 2, 4, 8].flatMap((divisor) => {
				const fewer = around && narrower(around, selected, divisor);
				return fewer ? [codeAttachment(context, fewer, (place) => l10n.t("around it: {0}", place))] : [];
			});
	}
}

/** Reduces the lines on either side of some code to a fraction; returns `undefined` when none remain. */
function narrower(around: CodeRange, { first, last }: CodeRange, divisor: number): CodeRange | undefined {
	const above = Math.floor((first - around.first) / divisor);
	const below = Math.floor((around.last - last) / divisor);
	if (above + below <= 0) return undefined;
	const from = first - above;
	const to = last + below;
	const lines = splitLines(around.text).slice(from - around.first, to - around.first + 1);
	return divisor === 1 ? around : { first: from, last: to, text: lines.join("\n") };
}

function codeAttachment(
	{ path, languageId }: CodeContext,
	{ first, last, text }: CodeRange,
	named = (place: string) => place,
): Attachment {
	const lines = first === last ? `${first}` : `${first}–${last}`;
	const name = named(`${fileName(path)}:${lines}`);
	return { id: crypto.randomUUID(), name, languageId, path, lines: [first, last], text };
}

function problemsAttachment(path: string, text: string): Attachment {
	const name = l10n.t("Problems in {0} ({1})", fileName(path), text.split("\n").length);
	const problems = { path: `problems in ${path}`, sources: [path] };
	return { id: crypto.randomUUID(), kind: "problems", name, languageId: "", text, ...problems };
}

function fileName(path: string): string {
	return path.split("/").at(-1) ?? path;
}
