import { createParser } from "eventsource-parser";
import { type CreateStreamClient, question } from "./streamClient";

/** `fetch` and eventsource-parser with nothing around them but a signal, because an answer must be stoppable. */
export const createClient: CreateStreamClient = (url) => ({
	async read(model, onFirst) {
		let characters = 0;
		const response = await fetch(`${url}/chat/completions`, {
			method: "POST",
			headers: { authorization: "Bearer sk-bench", "content-type": "application/json", accept: "text/event-stream" },
			body: JSON.stringify({ model, messages: [{ role: "user", content: question }], stream: true }),
			signal: new AbortController().signal,
		});
		const parser = createParser({
			onEvent: ({ data }) => {
				if (data === "[DONE]") return;
				const delta = JSON.parse(data).choices[0]?.delta;
				const text = delta?.content ?? delta?.reasoning_content;
				if (!text) return;
				if (characters === 0) onFirst();
				characters += text.length;
			},
		});
		const decoder = new TextDecoder();
		for await (const bytes of response.body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
		return characters;
	},
});
