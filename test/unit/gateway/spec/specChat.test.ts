import assert from "node:assert/strict";
import type { JsonObject } from "../../../gateway/requestBody";
import { assertError, chatPath, openGateway, question } from "../gatewayHarness";
import { chatBody, describeSpec, hello, jsonOf } from "./specHarness";

describeSpec("specChat.test.ts", (holds) => {
	async function chat(body: JsonObject) {
		const { post } = await openGateway();
		return (await jsonOf(await post(chatPath, body))).choices[0];
	}

	holds(
		[
			"§1: Produce a chat completion from a list of messages.",
			"§4.2: Method · POST",
			"§4.2: Path · `/v1/chat/completions`",
			"§4.2: Response · A JSON body holding the generated reply; its fields are not shown.",
		],
		async () => {
			const { get, post } = await openGateway();
			const { choices } = await jsonOf(await post(chatPath, chatBody));
			assert.deepEqual(choices[0].message, { role: "assistant", content: hello.content });
			await assertError(await get(chatPath), 405, "method_not_allowed");
		},
	);

	holds(
		[
			"§4.2: Request body · JSON object as in the chat completion request table (`model`, `messages`, optional `max_tokens`, optional `temperature`).",
			"§2: model · string · yes · Identifier of a chat model.",
			"§2: messages · array of message · yes · Ordered conversation.",
		],
		async () => {
			const messages = ["first", "second", "third"].map((content) => ({ role: "user", content }));
			assert.equal((await chat({ ...chatBody, messages })).message.content, "third");
			assert.equal((await chat({ ...chatBody, messages: messages.toReversed() })).message.content, "first");
			await chat({ ...chatBody, max_tokens: 5, temperature: 0.5 });
			const { post } = await openGateway();
			for (const body of ["", "{", "[]", "null"]) await assertError(await post(chatPath, body), 400, "invalid_json");
			for (const [param, values] of Object.entries({ model: [undefined, 1], messages: [undefined, [], "Hello"] })) {
				for (const value of values) {
					const response = await post(chatPath, { ...chatBody, [param]: value });
					await assertError(response, 400, "invalid_value", param);
				}
			}
		},
	);

	holds(
		[
			"§2: role · string · yes · `system` and `user` are used. Other allowed values: not shown.",
			"§2: content · string · yes · Text of the message.",
		],
		async () => {
			const system = { role: "system", content: "Be brief." };
			assert.equal((await chat({ ...chatBody, messages: [system, hello] })).message.content, hello.content);
			assert.equal((await chat({ ...chatBody, messages: [system] })).message.content, system.content);
			const { post } = await openGateway();
			for (const [field, values] of Object.entries({ role: [undefined, 1, "robot"], content: [undefined, 1] })) {
				for (const value of values) {
					const response = await post(chatPath, { ...chatBody, messages: [{ ...hello, [field]: value }] });
					await assertError(response, 400, "invalid_value", `messages[0].${field}`);
				}
			}
		},
	);

	holds(
		[
			"§2: max_tokens · integer · no · Limits the length of the response.",
			"§4.2.1: When `max_tokens` is given, it limits the length of the response.",
			"§8: max_tokens · Caps the length of the response; no numeric bound is given",
		],
		async () => {
			assert.equal((await chat(chatBody)).message.content, "one two three");
			assert.equal((await chat({ ...chatBody, max_tokens: 2 })).message.content, "one two");
			assert.equal((await chat({ ...chatBody, max_tokens: Number.MAX_SAFE_INTEGER })).finish_reason, "stop");
			const { post } = await openGateway();
			for (const max_tokens of [0, -1, 1.5, "2"]) {
				await assertError(await post(chatPath, { ...chatBody, max_tokens }), 400, "invalid_value", "max_tokens");
			}
		},
	);

	holds(
		[
			"§2: temperature · number · no · Range 0.0 to 1.0. Controls the randomness of responses.",
			"§4.2.2: When `temperature` is given, it lies between 0.0 and 1.0 and controls the randomness of the response.",
			"§8: temperature · 0.0 to 1.0",
		],
		async () => {
			let chance = 0;
			const { post } = await openGateway({ random: () => chance });
			const answers = async (temperature?: number) => {
				const texts = new Set<string>();
				for (chance = 0; chance < 1; chance += 0.1) {
					const body = question("Hello", {
						model: "demo-chat",
						...(temperature === undefined ? {} : { temperature }),
					});
					texts.add((await jsonOf(await post(chatPath, body))).choices[0].message.content);
				}
				return texts.size;
			};
			assert.equal(await answers(), 1);
			assert.equal(await answers(0), 1);
			assert.ok((await answers(1)) > (await answers(0.5)));
			for (const temperature of [-0.01, 1.01, "0.5"]) {
				await assertError(await post(chatPath, { ...chatBody, temperature }), 400, "invalid_value", "temperature");
			}
		},
	);
});
