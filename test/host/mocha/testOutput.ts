import { format } from "node:util";

/**
 * Name of the environment variable of the extension host that holds the prefix of each line of the tests. A served VS
 * Code mixes their console with its own log; desktop VS Code does not, and there the variable is not set.
 */
export const markVariable = "GATEHOUSE_OUTPUT_MARK";

/** Adds the prefix to everything that the tests print with console.log from now on, if there is one. */
export function markOutput(): void {
	const mark = process.env[markVariable];
	if (!mark) return;
	const print = console.log.bind(console);
	const log = (...parts: unknown[]) => {
		for (const line of format(...parts).split("\n")) print(mark + line);
	};
	// VS Code has made this property an accessor that ignores assignments.
	Object.defineProperty(console, "log", { value: log });
}
