import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { bundlesFolder } from "../host/paths";
import type { HostileCase } from "./hostile/hostileCases";

/** Time limit for a whole case, in milliseconds. */
export const longest = 60_000;
/** Time limits for the answer to a ping, and for the start of a process, in milliseconds. */
const silence = 5_000;
const loading = 30_000;
/** Interval between an answer and the next ping, in milliseconds. */
const pause = 50;

/** Size of a process's heap, in megabytes: the loaded code and the kept part of a hostile text are far smaller. */
const heap = 256;

/** The kind, the name and the operation of a case. */
export type CaseName = readonly [kind: string, name: string, operation: string];

/** A message to the process of a case. */
export type CaseRequest = { readonly type: "ping" } | { readonly type: "run"; readonly which: CaseName };

/** A message from the process of a case. */
export type CaseMessage =
	| { readonly type: "pong" }
	/** The checks that failed, each with its reason. */
	| { readonly type: "done"; readonly failures: readonly string[] };

/** Whether the cases share a process, which `npm test -- --fast` asks for: starting one takes longer than most of them. */
const areShared = process.env.GATEHOUSE_SHARED_CASES === "1";

/** A process in which a case has passed, for the next one; only where they are shared. */
let used: ChildProcess | undefined;

/** Defines a test for each operation of each of the cases. */
export function testIsolated(cases: readonly HostileCase[]): void {
	for (const { kind, fault } of cases) {
		for (const operation of fault.operations) {
			it(`${kind}: ${fault.name}: ${operation}`, () => runIsolated(kind, fault.name, operation)).timeout(longest);
		}
	}
	after(endIsolated);
}

/**
 * Runs one hostile case outside this process, because an endless loop would block it. The case's process is pinged
 * all the time, and killed if it does not answer. If a case does not pass in a shared process, it runs again in one of
 * its own, whose result counts.
 *
 * @throws with the checks that failed, or that the case left a ping unanswered.
 */
export async function runIsolated(...which: CaseName): Promise<void> {
	const shared = used;
	used = undefined;
	if (shared?.connected) {
		if ((await runIn(shared, which)) === undefined) {
			used = shared;
			return;
		}
		shared.kill("SIGKILL");
	}
	const fresh = start();
	const problem = await runIn(fresh, which);
	if (problem === undefined && areShared) used = fresh;
	else fresh.kill("SIGKILL");
	if (problem !== undefined) assert.fail(`${which.join(": ")} ${problem}`);
}

/** Ends the shared process, if there is one. */
export function endIsolated(): void {
	used?.kill("SIGKILL");
	used = undefined;
}

function start(): ChildProcess {
	const program = join(bundlesFolder, "faults", "isolatedCase.main.js");
	return fork(program, { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [`--max-old-space-size=${heap}`] });
}

/** Lets a process run a case. Returns why it did not pass; then, the process must not be used again. */
function runIn(child: ChildProcess, which: CaseName): Promise<string | undefined> {
	return new Promise((resolve) => {
		let timer: NodeJS.Timeout | undefined;
		let killed: string | undefined;
		let said = "";
		const limit = (milliseconds: number, why: string) => {
			timer = setTimeout(() => {
				killed = why;
				child.kill("SIGKILL");
			}, milliseconds);
		};
		const finish = (problem?: string) => {
			clearTimeout(timer);
			child.off("message", hear).off("error", fail).off("close", end);
			child.stderr?.off("data", keep);
			resolve(problem);
		};
		// A process that ends at this moment refuses the message; its end is reported anyway.
		const send = (message: CaseRequest) => void child.send(message, () => {});
		const ping = (patience: number, why: string) => {
			limit(patience, why);
			send({ type: "ping" });
		};
		let isStarted = false;
		let failures: readonly string[] | undefined;
		const hear = (message: CaseMessage) => {
			clearTimeout(timer);
			if (message.type === "done") {
				// Whatever the case has left running must not block the process.
				failures = message.failures;
				ping(silence, "did not answer after its result");
			} else if (failures) {
				finish(failures.length > 0 ? `failed: ${failures.join("; ")}` : undefined);
			} else {
				if (!isStarted) send({ type: "run", which });
				isStarted = true;
				timer = setTimeout(ping, pause, silence, `left a ping unanswered for ${silence / 1000} s`);
			}
		};
		const keep = (data: Buffer) => {
			said += data;
		};
		const fail = (error: Error) => finish(error.message);
		const end = () => finish(killed ?? `ended without a result. ${said.slice(-2_000)}`);
		child.on("message", hear).once("error", fail).once("close", end);
		child.stderr?.on("data", keep);
		// The process answers the first ping when it has loaded its modules.
		ping(loading, "did not start");
	});
}
