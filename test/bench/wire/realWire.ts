import { KnownKeys } from "../../../src/core/base/knownKeys";
import { systemClock as clock } from "../../../src/core/base/systemClock";
import { CapabilityStore } from "../../../src/core/gateway/capabilities/capabilityStore";
import { RequestLedger } from "../../../src/core/gateway/ledger/requestLedger";
import { ReportedLimits } from "../../../src/core/gateway/limits/reportedLimits";
import { connectionWatch } from "../../../src/vscode/adapters/connectionWatch";
import { memoryLogChannel, memoryState } from "../../unit/core/memoryPorts";

/** Creates the services that requests share in the extension, with timeouts and the ledger. */
export function realWire() {
	const log = memoryLogChannel();
	return {
		clock,
		capabilities: new CapabilityStore(memoryState()),
		ledger: new RequestLedger(clock, log),
		limits: new ReportedLimits(clock),
		connections: connectionWatch(),
		keys: new KnownKeys(),
		timeouts: () => ({ connect: 15, firstByte: 180, silence: 120 }),
		random: Math.random,
		log,
	};
}

/** The rivals return when the connection is free for the next request; Gatehouse returns earlier, with the answer's end. */
export async function connectionFree(ledger: RequestLedger): Promise<void> {
	const free = () => ledger.records.at(-1)?.duration !== undefined;
	if (free()) return;
	await new Promise<void>((resolve) => {
		const listening = ledger.onDidChange(() => {
			if (!free()) return;
			listening.dispose();
			resolve();
		});
	});
}
