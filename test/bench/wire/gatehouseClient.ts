import { parseBaseUrl } from "../../../src/core/gateway/baseUrl";
import { createGateway } from "../../../src/core/gateway/client";
import { connectionFree, realWire } from "./realWire";
import { type CreateStreamClient, question } from "./streamClient";

const wire = realWire();

/** Gatehouse's own client, as the rest of core sees it. */
export const createClient: CreateStreamClient = (url) => {
	const gateway = createGateway(parseBaseUrl(url), { read: async () => "sk-bench" }, wire);
	return {
		async read(model, onFirst) {
			let characters = 0;
			const request = { model, messages: [{ role: "user" as const, content: question }] };
			// A separate signal for each answer, as in a conversation.
			const { signal } = new AbortController();
			for await (const event of gateway.chat(request, signal)) {
				if (event.type === "interrupted") throw event.cause;
				if (event.type !== "text" && event.type !== "reasoning") continue;
				if (characters === 0) onFirst();
				characters += event.text.length;
			}
			await connectionFree(wire.ledger);
			return characters;
		},
	};
};
