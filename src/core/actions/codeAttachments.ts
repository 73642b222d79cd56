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
	const size = (parts: readonly Attachment[]) => parts.reduce((sum, { text }) => sum + budget.count(text), 0);
	for (const part of takes) {
		// Chosen together with the import lines.
		if (part === "around" && takes.includes("imports")) continue;
		const fitting = candidates(context, part, takes).find((parts) => size(parts) <= left) ?? [];
		left -= size(fitting);
		appendAll(attachments, fitting);
	}
	return attachments;
}

/**
 * Returns the attachments that a part can become, the best ones first. The import lines are chosen together with the
 * lines around the code, because no line is sent twice: with fewer lines around the code, more import lines remain.
 */
function candidates(
	context: CodeContext,
	part: CodePart,
	takes: readonly CodePart[],
): readonly (readonly Attachment[])[] {
	const { path, selected, around, imports, problems } = context;
	const arounds = around && takes.includes("around") ? divisors.map((by) => linesNextTo(selected, around, by)) : [];
	const asAround = (lines: CodeRange) => codeAttachment(context, lines, (place) => l10n.t("around it: {0}", place));
	const asImports = (lines: CodeRange) => codeAttachment(context, lines, (place) => l10n.t("imports: {0}", place));
	const alone = arounds.map((lines) => lines.map(asAround));
	switch (part) {
		case "problems":
			return problems === undefined ? [] : [[problemsAttachment(path, problems)]];
		case "imports": {
			if (!imports) return alone;
			const withImports = [...arounds, []].map((lines) => [
				...linesOutside([selected, ...lines], imports).map(asImports),
				...lines.map(asAround),
			]);
			return [...withImports, ...alone];
		}
		case "around":
			return alone;
	}
}

/** Divisors of the number of lines around the code, tried in this order until the lines fit. */
const divisors = [1, 2, 4, 8];

/**
 * Returns the lines above and below some code, reduced to a fraction of the known lines around it. A line that is only
 * partly in the code is included.
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

/** Returns the lines of a range that are in none of the others. */
function linesOutside(others: readonly CodeRange[], range: CodeRange): readonly CodeRange[] {
	const lines = splitLines(range.text);
	const between = (first: number, last: number): readonly CodeRange[] => {
		const text = lines.slice(first - range.first, last - range.first + 1).join("\n");
		return first > last || text.trim() === "" ? [] : [{ first, last, text }];
	};
	const outside: CodeRange[] = [];
	let next = range.first;
	for (const { first, last } of others.toSorted((one, other) => one.first - other.first)) {
		appendAll(outside, between(next, Math.min(range.last, first - 1)));
		next = Math.max(next, last + 1);
	}
	return [...outside, ...between(next, range.last)];
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
