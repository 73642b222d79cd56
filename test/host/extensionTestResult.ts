import { readFile } from "node:fs/promises";
import type { TestCounts } from "./mocha/runMocha";

/** The variable of the extension host's environment with the path of the file that the tests write at their end. */
export const resultVariable = "GATEHOUSE_TEST_RESULT";

/** Reads the result that the tests wrote; null when they did not finish. */
export async function readResult(file: string): Promise<TestCounts | null> {
	try {
		return JSON.parse(await readFile(file, "utf8"));
	} catch {
		return null;
	}
}
