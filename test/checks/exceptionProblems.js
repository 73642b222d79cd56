// Finds errors in the list of patterns that are excluded from the check.
import { existsSync, readFileSync } from "node:fs";

/** Maximum number of exceptions. */
const most = 5;

/** @returns {string[]} */
export function exceptionProblems(exceptions) {
	const limits = readFileSync("src/shared/untrusted/limits.ts", "utf8");
	const problems = exceptions.flatMap(({ source, cap, test }) => {
		const text = existsSync(test.file) ? readFileSync(test.file, "utf8") : "";
		return [
			!limits.includes(`\t${cap}: `) && `limits.ts has no ${cap}, which is to cap the input of /${source}/`,
			!(text.includes(test.title) && text.includes(`limits.${cap}`)) &&
				`${test.file} has no test "${test.title}" of limits.${cap}`,
		].filter((problem) => problem !== false);
	});
	if (exceptions.length > most) problems.push(`${exceptions.length} patterns are excepted; ${most} at most may be`);
	return problems;
}
