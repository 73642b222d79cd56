import { parseArgs } from "node:util";

/** The options of Mocha's command line that the suites with a window take. */
export interface MochaArguments {
	/** Only the tests whose title matches this expression. */
	readonly grep?: string;
	/** Stop after the first failure. */
	readonly bail?: boolean;
}

/** Carries the arguments, as JSON, into the extension host. */
export const mochaVariable = "GATEHOUSE_MOCHA";

/** Reads `-g`/`--grep EXPRESSION` and `-b`/`--bail`. @throws TypeError on anything else. */
export function parseMochaArguments(args: readonly string[]): MochaArguments {
	const { values } = parseArgs({
		args: [...args],
		options: { grep: { type: "string", short: "g" }, bail: { type: "boolean", short: "b" } },
	});
	return { ...values };
}
