import { checks } from "./checks";
import { hostileCases, selfTests } from "./hostile/hostileCases";
import { readHostile, readingChecks } from "./hostile/readHostile";
import type { CaseMessage, CaseName, CaseRequest } from "./isolatedCase";
import { OpenFiles } from "./openFiles";
import { runCase } from "./runCase";

/** Runs the hostile cases that it is sent, one after the other, and answers pings meanwhile; started by isolatedCase.ts. */
const send = (message: CaseMessage) => void process.send?.(message);

process.on("message", async (request: CaseRequest) => {
	if (request.type === "ping") send({ type: "pong" });
	else send({ type: "done", failures: await run(request.which) });
});

async function run([kind, name, operation]: CaseName): Promise<readonly string[]> {
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
