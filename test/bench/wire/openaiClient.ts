import { OpenAI } from "openai";
import { type CreateStreamClient, question } from "./streamClient";

/** The openai package, used as its documentation shows: one client, and its iterator. */
export const createClient: CreateStreamClient = (url) => {
	const client = new OpenAI({ baseURL: url, apiKey: "sk-bench", maxRetries: 0 });
	return {
		async read(model, onFirst) {
			let characters = 0;
			const stream = await client.chat.completions.create({
				model,
				messages: [{ role: "user", content: question }],
				stream: true,
			});
			for await (const chunk of stream) {
				const text = chunk.choices[0]?.delta.content;
				if (!text) continue;
				if (characters === 0) onFirst();
				characters += text.length;
			}
			return characters;
		},
	};
};
