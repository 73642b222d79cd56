import * as l10n from "@vscode/l10n";
import type { Attachment } from "../../shared/conversation";
import { appendAll } from "../../shared/untrusted/appendAll";
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
		const size = (parts: readonly Attachment[]) => parts.reduce((sum, { text }) => sum + budget.count(text), 0);
		const fitting = candidates(context, part).find((parts) => size(parts) <= left) ?? [];
		left -= size(fitting);
		appendAll(attachments, fitting);
	}
	return attachments;
}

/** Returns the attachments that a part can become, the largest ones first. */
function candidates(context: CodeContext, part: CodePart): readonly (readonly Attachment[])[] {
	const { path, selected, around, imports, problems } = context;
	switch (part) {
		case "problems":
			return problems === undefined ? [] : [[problemsAttachment(path, problems)]];
		case "imports":
			if (!imports) return [];
			return [
				linesOutside(around ?? selected, imports).map((lines) =>
					codeAttachment(context, lines, (place) => l10n.t("imports: {0}", place)),
				),
			];
		case "around":
			if (!around) return [];
			return [1, 2, 4, 8].map((divisor) =>
				linesNextTo(selected, around, divisor).map((lines) =>
					codeAttachment(context, lines, (place) => l10n.t("around it: {0}", place)),
				),
			);
	}
}

/**
 * Returns the lines above and below some code, reduced to a fraction of those that are known. A line of which the code
 * has only a part is among them.
 */
function linesNextTo({ first, last, text }: CodeRange, around: CodeRange, divisor: number): readonly CodeRange[] {
	const lines = splitLines(around.text);
	const code = splitLines(text);
	const isWhole = (line: number, part = "") => lines[line - around.first]?.trim() === part.trim();
	const end = isWhole(first, code[0]) ? first - 1 : first;
	const start = end === last || isWhole(last, code.at(-1)) ? last + 1 : last;
	const between = (from: number, to: number): readonly CodeRange[] => {
		const part = lines.slice(from - around.first, to - around.first + 1).join("\n");
		return part.trim() === "" ? [] : [{ first: from, last: to, text: part }];
	};
	const above = Math.floor((end - around.first + 1) / divisor);
	const below = Math.floor((around.last - start + 1) / divisor);
	return [...between(end - above + 1, end), ...between(start, start + below - 1)];
}

/** Returns the lines of a range that are above and below other lines. */
function linesOutside(others: CodeRange, range: CodeRange): readonly CodeRange[] {
	const lines = splitLines(range.text);
	const between = (first: number, last: number): readonly CodeRange[] => {
		const text = lines.slice(first - range.first, last - range.first + 1).join("\n");
		return first > last || text.trim() === "" ? [] : [{ first, last, text }];
	};
	return [
		...between(range.first, Math.min(range.last, others.first - 1)),
		...between(Math.max(range.first, others.last + 1), range.last),
	];
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
