import * as l10n from "@vscode/l10n";

/** A line that precedes a command's output, in the words for the model, and the text for the user. */
type Line = readonly [pattern: RegExp, text: (first: string, second: string) => string];

/** The first line: how the command ended. */
const ends: readonly Line[] = [
	[/^Exit code (-?\d{1,10}) after (\d{1,5}) seconds?\.\n/, (code, s) => l10n.t("Exit code {0} after {1} s", code, s)],
	[
		/^Ended after (\d{1,5}) seconds?\. The shell did not report its exit code\.\n/,
		(s) => l10n.t("Ended after {0} s; the exit code is unknown", s),
	],
	[
		/^Ended by the signal (\w{1,20}) after (\d{1,5}) seconds?\.\n/,
		(signal, s) => l10n.t("Ended by the signal {0} after {1} s", signal, s),
	],
	[
		/^The user closed its terminal after (\d{1,5}) seconds?, which ended it\.\n/,
		(s) => l10n.t("Ended after {0} s, because its terminal was closed", s),
	],
	[/^The user stopped it after (\d{1,5}) seconds?\.\n/, (s) => l10n.t("Stopped after {0} s", s)],
	[
		/^Not done after (\d{1,5}) seconds?: it was ended\. Give a longer timeout, or background for a server\.\n/,
		(s) => l10n.t("Ended after {0} s, because it was not done", s),
	],
	[
		/^It waits for input, which it cannot get: it was ended after (\d{1,5}) seconds?\. Give the answer in the command, or an option that asks nothing\.\n/,
		(s) => l10n.t("Ended after {0} s, because it waited for input", s),
	],
	[
		/^It was ended after (\d{1,5}) seconds?: it had too much output\.\n/,
		(s) => l10n.t("Ended after {0} s, because it had too much output", s),
	],
	[
		/^Still running after (\d{1,5}) seconds?\. It ends with this task; the same command starts it again\.\n/,
		(s) => l10n.t("Still running after {0} s; it ends with this task", s),
	],
];

/** The lines between the first one and the output. */
const notes: readonly Line[] = [
	[
		/^\(It had left 1 process running, now ended\. Use background to keep a command running\.\)\n/,
		() => l10n.t("1 process that it had left running was ended"),
	],
	[
		/^\(It had left (\d{1,9}) processes running, now ended\. Use background to keep a command running\.\)\n/,
		(count) => l10n.t("{0} processes that it had left running were ended", count),
	],
	[/^\(1 process could not be ended\.\)\n/, () => l10n.t("1 process could not be ended")],
	[/^\((\d{1,9}) processes could not be ended\.\)\n/, (count) => l10n.t("{0} processes could not be ended", count)],
	[
		/^\(The end of its output did not arrive from the terminal: some of the output may be missing\.\)\n/,
		() => l10n.t("The end of its output may be missing"),
	],
];

/** Returns a command's result for the user: the lines before its output are translated, and the output is unchanged. */
export function commandResultText(result: string): string {
	const head = translateLine(result, ends);
	if (!head) return result;
	const lines = [head.text];
	let { rest } = head;
	for (let note = translateLine(rest, notes); note; note = translateLine(rest, notes)) {
		lines.push(note.text);
		rest = note.rest;
	}
	return `${lines.join("\n")}\n${rest.replace(/^Output:\n/, "").replace(/^No output\./, () => l10n.t("No output."))}`;
}

/** Translates the first line of a text, and returns it with the rest; `undefined` if it is none of these lines. */
function translateLine(
	text: string,
	lines: readonly Line[],
): { readonly text: string; readonly rest: string } | undefined {
	for (const [pattern, words] of lines) {
		const match = pattern.exec(text);
		if (match) return { text: words(match[1] ?? "", match[2] ?? ""), rest: text.slice(match[0].length) };
	}
	return undefined;
}
