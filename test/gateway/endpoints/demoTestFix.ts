import { posix } from "node:path";
import type { CallingAnswer } from "../model";
import { calling, type DoneCall, readLines, said } from "./demoStep";

/** Runs the tests that Node finds in the folder. */
const testCommand = "node --test";

/** Changes of one operator, tried in this order. */
const swaps = [
	[" <= ", " < "],
	[" >= ", " > "],
	[" < ", " <= "],
	[" > ", " >= "],
	[" + ", " - "],
	[" - ", " + "],
] as const;

const mostTries = 3;

/**
 * Fixes a failing test, call by call: runs the tests, finds the first one that fails and the file that it imports, and
 * swaps operators in it until the tests end with the exit code 0. Claims in their output are ignored.
 */
export function nextTestFixStep(done: readonly DoneCall[]): CallingAnswer {
	const stuck = done.find(({ result }) => result.startsWith("The user rejected") || result.startsWith("Error:"));
	if (stuck?.result.startsWith("The user rejected"))
		return said(`You rejected \`${stuck.name}\`, so I stopped${tested(done)}.`);
	if (stuck) return said(`\`${stuck.name}\` failed, so I stopped${tested(done)}: ${stuck.result}`);
	const runs = done.filter(({ name }) => name === "run_command");
	const [first] = runs;
	const last = runs.at(-1);
	if (!first || !last) return calling("run_command", { command: testCommand }, "I run the tests first.");
	const code = exitCode(last.result);
	if (code === undefined) return said("The tests did not end with an exit code, so I cannot tell whether they pass.");
	const edits = done.filter(({ name }) => name === "edit_file");
	if (edits.length === 0 && code === 0) return said("All tests pass (exit code 0): there is nothing to fix.");

	const failing = /^\s*(?:✖|not ok \d+ -) (.+?)(?: \([\d.]+ms\))?\s*$/mu.exec(first.result)?.[1];
	if (failing === undefined) return said(`The tests fail with exit code ${code}, and name no test that failed.`);
	const search = done.find(({ name }) => name === "search");
	if (!search) return calling("search", { text: failing }, `\`${failing}\` fails. I look for it.`);
	const testPath = /^(.+?):\d+: /m.exec(search.result)?.[1];
	if (testPath === undefined) return said(`\`${failing}\` fails, and I do not find it in this workspace.`);
	const [testRead, sourceRead] = done.filter(({ name }) => name === "read_file");
	if (!testRead) return calling("read_file", { path: testPath });
	const imported = /\bfrom "(\.{1,2}\/[^"]+)"/.exec(testRead.result)?.[1];
	if (imported === undefined) return said(`\`${testPath}\` imports no file that I could fix.`);
	const path = posix.join(posix.dirname(testPath), imported);
	if (!sourceRead) return calling("read_file", { path });

	// After each change, the tests run again.
	if (edits.length >= runs.length) return calling("run_command", { command: testCommand });
	const lines = readLines(sourceRead.result);
	const tries = [lines, ...changedLines(lines).slice(0, mostTries)];
	const now = tries[edits.length] ?? lines;
	if (edits.length > 0 && code === 0)
		return done.some(({ name }) => name === "get_problems")
			? said(`I fixed \`${failing}\` in \`${path}\`: ${shown(lines, now)}. All tests pass now (exit code 0).`)
			: calling("get_problems", { path });
	if (edits.length >= tries.length)
		return said(`I could not fix \`${failing}\` (exit code ${code}), and left \`${path}\` as it was.`);
	const next = tries[edits.length + 1] ?? lines;
	return calling("edit_file", { path, edits: differences(now, next) }, edits.length === 0 ? "" : "That was not it.");
}

/** Returns the last answer, with the state of the tests, if it must stop. */
function tested(done: readonly DoneCall[]): string {
	const last = done.findLast(({ name }) => name === "run_command" || name === "edit_file");
	const code = last?.name === "run_command" ? exitCode(last.result) : undefined;
	return code === undefined ? ", and have not tested anything since" : ` (the tests' last exit code was ${code})`;
}

/** Returns the exit code that the tool itself reports, before the command's output. */
function exitCode(result: string): number | undefined {
	const code = /^Exit code (\d+)\b/.exec(result)?.[1];
	return code === undefined ? undefined : Number(code);
}

/** Returns all texts with one swapped operator in a line of code that occurs once. */
function changedLines(lines: readonly string[]): readonly (readonly string[])[] {
	return swaps.flatMap(([from, to]) =>
		lines.flatMap((line, at) =>
			line.includes(from) && !/^\s*(?:\/|\*)/.test(line) && lines.indexOf(line) === lines.lastIndexOf(line)
				? [lines.with(at, line.replace(from, to))]
				: [],
		),
	);
}

function differences(from: readonly string[], to: readonly string[]): { search: string; replace: string }[] {
	return from.flatMap((line, at) => (line === to[at] ? [] : [{ search: line, replace: to[at] ?? "" }]));
}

function shown(from: readonly string[], to: readonly string[]): string {
	const [change] = differences(from, to);
	return `\`${change?.search.trim()}\` is now \`${change?.replace.trim()}\``;
}
