// The regular expressions that cannot be linear, at most five: each reads only a text whose length a limit caps.
import { readFileSync } from "node:fs";

/** Exceptions at most. */
const most = 5;

/**
 * `cap` names the constant of `src/shared/untrusted/limits.ts` that bounds what the pattern reads; `test` is the title of
 * the test that shows it, and the file that it is in.
 *
 * @type {readonly { file: string, source: string, flags: string, cap: string, test: { file: string, title: string } }[]}
 */
export const exceptions = [];

/** What the list itself gets wrong. */
export function exceptionProblems() {
	const problems = [];
	if (exceptions.length > most) problems.push(`${exceptions.length} patterns are excepted; ${most} at most may be`);
	const limits = readFileSync("src/shared/untrusted/limits.ts", "utf8");
	for (const { source, cap, test } of exceptions) {
		if (!limits.includes(`\t${cap}: `)) problems.push(`limits.ts has no ${cap}, which is to cap /${source}/`);
		const text = readFileSync(test.file, "utf8");
		if (!text.includes(test.title) || !text.includes(`limits.${cap}`)) {
			problems.push(`${test.file} has no test "${test.title}" of limits.${cap}`);
		}
	}
	return problems;
}
