import { checks } from "./checks";
import { hostileCases, selfTests } from "./hostile/hostileCases";
import { readHostile, readingChecks } from "./hostile/readHostile";
import type { CaseMessage } from "./isolatedCase";
import { OpenFiles } from "./openFiles";
import { runCase } from "./runCase";

/** Runs the hostile case that its arguments name, and answers pings meanwhile; started by isolatedCase.ts. */
const [kind = "", name = "", operation = ""] = process.argv.slice(2);
const send = (message: CaseMessage) => new Promise((resolve) => process.send?.(message, resolve));

process.on("message", () => void send({ type: "pong" }));
await send({ type: "ready" });
await send({ type: "done", failures: await run() });
process.exit();

async function run(): Promise<readonly string[]> {
	const selfTest = kind === "self-test" ? selfTests[name] : undefined;
	if (selfTest) return selfTest();
	const found = hostileCases.find((one) => one.kind === kind && one.fault.name === name);
	const asked = found?.fault.operations.find((one) => one === operation);
	if (!found || !asked) return [`There is no case ${kind}: ${name}: ${operation}.`];
	const files = await OpenFiles.create();
	try {
		const reading = found.reading && (await readHostile(found.reading, files));
		const result = await runCase(found.fault, asked, files);
		return [...failed(checks, result), ...(reading ? failed(readingChecks, reading) : [])];
	} finally {
		await files.remove();
	}
}

/** Returns the failed checks, each with its name. */
function failed<T>(all: Readonly<Record<string, (result: T) => void>>, result: T): string[] {
	return Object.entries(all).flatMap(([check, assertHolds]) => {
		try {
			assertHolds(result);
			return [];
		} catch (error) {
			return [`${check}: ${error instanceof Error ? error.message.slice(0, 1_000) : error}`];
		}
	});
}
