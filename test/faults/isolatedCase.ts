import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { join } from "node:path";
import { bundlesFolder } from "../host/paths";
import type { HostileCase } from "./hostile/hostileCases";

/** Time limit for a whole case, in milliseconds. */
export const longest = 60_000;
/** Time limits for the answer to a ping, and for the start of a case's process, in milliseconds. */
const silence = 5_000;
const loading = 30_000;
/** Interval between an answer and the next ping, in milliseconds. */
const pause = 50;

/** Size of a case's heap, in megabytes: the loaded code and the kept part of a hostile text are far smaller. */
const heap = 256;

/** A message from the process of a case. */
export type CaseMessage =
	| { readonly type: "ready" | "pong" }
	/** The checks that failed, each with its reason. */
	| { readonly type: "done"; readonly failures: readonly string[] };

/** Defines a test for each operation of each of the cases. */
export function testIsolated(cases: readonly HostileCase[]): void {
	for (const { kind, fault } of cases) {
		for (const operation of fault.operations) {
			it(`${kind}: ${fault.name}: ${operation}`, () => runIsolated(kind, fault.name, operation)).timeout(longest);
		}
	}
}

/**
 * Runs one hostile case in a separate process, because an endless loop would block this one. The process is pinged
 * all the time, and killed if it does not answer.
 *
 * @throws with the checks that failed, or that the case left a ping unanswered.
 */
export async function runIsolated(kind: string, name: string, operation: string): Promise<void> {
	const program = join(bundlesFolder, "faults", "isolatedCase.main.js");
	const child = fork(program, [kind, name, operation], {
		stdio: ["ignore", "ignore", "pipe", "ipc"],
		execArgv: [`--max-old-space-size=${heap}`],
	});
	let timer: NodeJS.Timeout | undefined;
	let killed: string | undefined;
	let failures: readonly string[] | undefined;
	let said = "";
	const limit = (milliseconds: number, why: string) => {
		timer = setTimeout(() => {
			killed = why;
			child.kill("SIGKILL");
		}, milliseconds);
	};
	limit(loading, "did not start");
	child.stderr?.on("data", (data) => {
		said += data;
	});
	child.on("message", (message: CaseMessage) => {
		clearTimeout(timer);
		if (message.type === "done") {
			failures = message.failures;
			limit(silence, "did not end after its result");
			return;
		}
		timer = setTimeout(() => {
			limit(silence, `left a ping unanswered for ${silence / 1000} s`);
			// A process that ends at this moment refuses the ping; its end is reported anyway.
			child.send("ping", () => {});
		}, pause);
	});
	await new Promise<void>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", () => resolve());
	});
	clearTimeout(timer);
	if (killed) assert.fail(`${kind}: ${name}: ${operation} ${killed}`);
	assert.ok(failures, `${kind}: ${name}: ${operation} ended without a result. ${said.slice(-2_000)}`);
	assert.deepEqual(failures, []);
}
