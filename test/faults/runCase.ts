import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { inspect } from "node:util";
import type { RequestRecord } from "../../src/core/gateway/ledger/requestLedger";
import type { Message } from "../../src/shared/conversation";
import type { ExpectedEnd, Fault, OperationName } from "./fault";
import { FaultWorld, longestRequest } from "./faultWorld";
import type { OpenFiles } from "./openFiles";
import { type ChatTrace, type Outcome, start } from "./operations";

/** Everything that a fault left behind, for the checks. */
export interface CaseResult {
	readonly operation: OperationName;
	readonly expected: ExpectedEnd;
	readonly outcome: Outcome;
	/** Times by the clock, in milliseconds: the total, the part of it spent waiting, and the maximum of the rest. */
	readonly time: { readonly elapsed: number; readonly waited: number; readonly most: number };
	/** The numbers of requests with the fault, as counted by the gateway and by the ledger. */
	readonly requests: number;
	readonly records: readonly RequestRecord[];
	readonly chat?: { readonly asked: ChatTrace["asked"]; readonly ends: number; readonly kept: readonly Message[] };
	readonly files: {
		readonly before: Readonly<Record<string, string>>;
		readonly after: Readonly<Record<string, string>>;
	};
	/** The log's lines. */
	readonly log: readonly string[];
	/** Everything that is shown, logged, stored or thrown. */
	readonly traces: string;
	readonly left: { readonly timers: number; readonly listeners: number; readonly rejections: readonly unknown[] };
	readonly next: Outcome;
}

/** Runs one operation with one fault, then once more without it. */
export async function runCase(fault: Fault, operation: OperationName, files: OpenFiles): Promise<CaseResult> {
	const rejections: unknown[] = [];
	const onRejection = (reason: unknown) => void rejections.push(reason);
	process.on("unhandledRejection", onRejection);
	const world = new FaultWorld(await FaultWorld.start());
	try {
		const before = await files.hashes();
		const running = start(operation, world, [await files.attachment()]);
		const begun = world.clock.now();
		await world.impose(fault, operation);
		const outcome = await world.drive(running.run());
		const elapsed = world.clock.now() - begun;
		const { waited } = world;
		const records = world.ledger.records.map((record) => ({ ...record }));
		const requests = world.requests.length;
		const kept = await running.chat?.reload();
		const ends = running.chat?.changes.filter(({ type }) => type === "ended").length ?? 0;
		// Settles only when the client has released every connection that it still used.
		await world.allEnded();
		await world.lift();
		const next = await world.drive(running.run());
		await world.allEnded();
		await turn();
		const { log, ledger, state, waitCauses, clock } = world;
		const shown = { outcome, next, waitCauses, changes: running.chat?.changes, log: log.lines, ledger: ledger.records };
		return {
			operation,
			expected: fault.expected(operation),
			outcome,
			time: { elapsed, waited, most: longestRequest },
			requests,
			records,
			...(running.chat && kept ? { chat: { asked: running.chat.asked, ends, kept } } : {}),
			files: { before, after: await files.hashes() },
			log: [...log.lines],
			traces: [deep(shown), [...state.values].join("\n"), running.chat?.files() ?? ""].join("\n"),
			left: {
				timers: clock.pending,
				listeners: running.signals.reduce((sum, signal) => sum + getEventListeners(signal, "abort").length, 0),
				rejections,
			},
			next,
		};
	} finally {
		process.off("unhandledRejection", onRejection);
		await world.gateway.close();
	}
}

/** Returns the text of an error, including stacks, causes and hidden fields. */
function deep(value: unknown): string {
	return inspect(value, { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null });
}
