import { parseArgs } from "node:util";

/** The options of Mocha's command line that the suites in a window accept. */
export interface MochaArguments {
	/** Only the tests whose title matches this expression. */
	readonly grep?: string;
	/** Stop after the first failure. */
	readonly bail?: boolean;
}

/** The environment variable that passes the arguments to the extension host, as JSON. */
export const mochaVariable = "GATEHOUSE_MOCHA";

/** Reads `-g`/`--grep EXPRESSION` and `-b`/`--bail`. @throws TypeError on anything else. */
export function parseMochaArguments(args: readonly string[]): MochaArguments {
	const { values } = parseArgs({
		args: [...args],
		options: { grep: { type: "string", short: "g" }, bail: { type: "boolean", short: "b" } },
	});
	return { ...values };
}
