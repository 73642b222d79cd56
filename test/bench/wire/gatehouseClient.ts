import { parseBaseUrl } from "../../../src/core/wire/baseUrl";
import { CapabilityStore } from "../../../src/core/wire/capabilityStore";
import { createGateway } from "../../../src/core/wire/client";
import { RequestLedger } from "../../../src/core/wire/requestLedger";
import { connectionWatch } from "../../../src/vscode/adapters/connectionWatch";
import { systemClock as clock } from "../../../src/vscode/adapters/systemClock";
import { memoryLogChannel, memoryState } from "../../unit/core/memoryPorts";
import { type CreateStreamClient, question } from "./streamClient";

/** As in the extension: with its time-outs, its ledger and all. */
const wire = {
	clock,
	capabilities: new CapabilityStore(memoryState()),
	ledger: new RequestLedger(clock),
	connections: connectionWatch(),
	timeouts: () => ({ connect: 15, firstByte: 180, silence: 120 }),
	random: Math.random,
	log: memoryLogChannel(),
};

/** The rivals return when the connection is free for the next request; Gatehouse returns earlier, with the answer's end. */
async function connectionFree(): Promise<void> {
	const free = () => wire.ledger.records.at(-1)?.duration !== undefined;
	if (free()) return;
	await new Promise<void>((resolve) => {
		const listening = wire.ledger.onDidChange(() => {
			if (!free()) return;
			listening.dispose();
			resolve();
		});
	});
}

/** Gatehouse's own client, as the rest of core sees it. */
export const createClient: CreateStreamClient = (url) => {
	const gateway = createGateway(parseBaseUrl(url), async () => "sk-bench", wire);
	return {
		async read(model, onFirst) {
			let characters = 0;
			const request = { model, messages: [{ role: "user" as const, content: question }] };
			// One for each answer, as in a conversation.
			const { signal } = new AbortController();
			for await (const event of gateway.chat(request, signal)) {
				if (event.type === "interrupted") throw event.cause;
				if (event.type !== "text") continue;
				if (characters === 0) onFirst();
				characters += event.text.length;
			}
			await connectionFree();
			return characters;
		},
	};
};
