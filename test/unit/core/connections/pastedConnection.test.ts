import assert from "node:assert/strict";
import { cleanKey, isAddressAsKey, readPastedConnection } from "../../../../src/core/connections/pastedConnection";

const key = "sk-pasted-0123456789";
const address = "https://llm.example.org/v1";

const curl = `curl ${address}/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer ${key}" \\
  -d '{"model": "a", "messages": []}'`;
const yaml = `name: Institute
version: 1.0.0
models:
  - name: Big model
    provider: openai
    apiBase: ${address}
    apiKey: ${key}
    roles: [chat]`;
const json = JSON.stringify([
	{
		name: "Institute",
		vendor: "customoai",
		apiKey: key,
		models: [{ id: "big", url: `${address}/chat/completions`, toolCalling: true }],
	},
]);

describe("connect: pasted settings of another program", () => {
	/** Returns a copied text, and the text as an input box receives it: with its lines joined by spaces. */
	const pasted = (text: string) => [text, text.replaceAll("\n", " ")];

	it("give the address and the key of a curl command", () => {
		for (const text of pasted(curl))
			assert.deepEqual(readPastedConnection(text), { address: `${address}/chat/completions`, key, model: "a" });
		assert.deepEqual(readPastedConnection(`curl -H 'Authorization: Bearer ${key}' '${address}/models'`), {
			address: `${address}/models`,
			key,
		});
	});

	it("give the address, the name and the key of Continue's YAML", () => {
		for (const text of pasted(yaml)) assert.deepEqual(readPastedConnection(text), { address, name: "Institute", key });
	});

	it("give the address, the name and the key of chatLanguageModels.json", () => {
		for (const text of [...pasted(json), JSON.stringify(JSON.parse(json), null, 2)]) {
			const found = { address: `${address}/chat/completions`, name: "Institute", key };
			assert.deepEqual(readPastedConnection(text), found);
		}
	});

	it("give the model of a request, however it is quoted, and of Continue's YAML", () => {
		const model = "IA souveraine – code";
		const body = JSON.stringify({ messages: [], model });
		for (const data of [`'${body}'`, JSON.stringify(body)])
			assert.equal(readPastedConnection(`curl ${address}/chat/completions -d ${data}`)?.model, model);
		for (const text of pasted(yaml.replace("    provider", "    model: org/big-70b\n    provider")))
			assert.equal(readPastedConnection(text)?.model, "org/big-70b");
	});

	it("give the lines of an environment file", () => {
		const text = `OPENAI_BASE_URL=${address}\nOPENAI_API_KEY=${key}`;
		for (const one of [text, text.replace("\n", " ")]) assert.deepEqual(readPastedConnection(one), { address, key });
	});

	it("leave out placeholders for a key", () => {
		for (const stand of [
			"$OPENAI_API_KEY",
			"$".concat("{input:chat.lm.secret.1}"),
			"<KEY>",
			"••••",
			"xxxx",
			"YOUR_KEY",
		])
			assert.equal(readPastedConnection(`curl ${address} -H "Authorization: Bearer ${stand}"`)?.key, undefined);
	});

	it("give the address of a single line of an environment file", () => {
		for (const name of ["OPENAI_BASE_URL", "base_url"])
			assert.deepEqual(readPastedConnection(`${name}=${address}`), { address }, name);
	});

	it("give the address of a mail or a web page, without what surrounds it", () => {
		for (const text of [
			`<${address}>`,
			`“${address}”`,
			`«\u00a0${address}\u00a0»`,
			`‘${address}’`,
			`\`${address}\``,
			`(${address})`,
			`\u200b${address}`,
			`${address}\u200b`,
		])
			assert.deepEqual(readPastedConnection(text), { address }, JSON.stringify(text));
	});

	it("are not an address that is still being typed", () => {
		for (let end = 0; end <= address.length; end++)
			assert.equal(readPastedConnection(address.slice(0, end)), undefined, address.slice(0, end));
	});

	it("are not a plain address, or a text without an address", () => {
		for (const text of [address, `${address}?a=b`, " llm.example.org ", "", "curl --help", "name: a"])
			assert.equal(readPastedConnection(text), undefined, text);
	});
});

describe("connect: a pasted key", () => {
	it("loses the spaces, the quotes and the header around it", () => {
		for (const text of [
			key,
			` ${key}\n`,
			`Bearer ${key}`,
			`"${key}"`,
			`Authorization: Bearer ${key}`,
			`bearer  ${key} `,
			`“${key}”`,
			`«\u00a0${key}\u00a0»`,
			`\`${key}\``,
			`\u200b${key}\u200b`,
			`OPENAI_API_KEY=${key}`,
			`export API_KEY="${key}"`,
		])
			assert.equal(cleanKey(text), key);
		for (const text of ["", "  ", "Bearer", "Bearer "]) assert.equal(cleanKey(text), "");
	});

	it("are no key where an address was pasted in its place", () => {
		for (const text of [address, ` "${address.toUpperCase()}"`, `http://127.0.0.1:18431/v1`])
			assert.equal(isAddressAsKey(text), true, text);
		for (const text of [key, "", "https-key-0123456789"]) assert.equal(isAddressAsKey(text), false, text);
	});
});
