import assert from "node:assert/strict";
import { readConnectLink } from "../../../../../src/core/connections/setup/connectLink";
import { combineProfiles } from "../../../../../src/core/connections/setup/gatewayProfile";
import { profileBytes, readGatewaysFile, readOwnProfile } from "../../../../../src/core/connections/setup/gatewaysFile";
import { publicGateways } from "../../../../../src/core/connections/setup/publicGateways";

const address = "https://chat.example.org/v1";
const origin = "https://chat.example.org";
const profile = {
	name: "Example University",
	keysPage: "https://keys.example.org/mine",
	keyDays: 90,
	models: { chat: ["big"], embedding: ["small"] },
	limits: [{ requests: 30, per: "minute" as const }],
	help: "https://www.example.org/help",
};

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const link = (value: unknown) => readConnectLink("/connect", `c=${encoded(value)}`);
const file = (value: unknown) => readGatewaysFile(JSON.stringify({ gateways: [value] }))[0];
const own = (value: unknown) => readOwnProfile(JSON.stringify(value), origin);

/** Fields that are refused from every source, with the reason. */
const hostile: Readonly<Record<string, readonly [object, RegExp]>> = {
	"a command link in the name": [{ name: "[Press](command:workbench.action.quit)" }, /“name”/],
	"an icon in the name": [{ name: "$(check) Example" }, /“name”/],
	"hidden characters in the name": [{ name: "Exam\u202eple" }, /“name”/],
	"nothing but hidden letters in the name": [{ name: "\u3164\u115f" }, /“name”/],
	"a hidden letter in the name": [{ name: "Exam\u3164ple" }, /“name”/],
	"a hidden text in the name": [{ name: "Example\ufe01\u{e0100}\u{e0105}" }, /“name”/],
	"many accents in the name": [{ name: `Z${"\u0301".repeat(5)}` }, /“name”/],
	"a name of several lines": [{ name: "Example\nSign in below" }, /“name”/],
	"an endless name": [{ name: "Example ".repeat(8) }, /“name”/],
	"no text as the name": [{ name: 1 }, /“name”/],
	"a key": [{ key: "x" }, /seems to contain a key/],
	"a key under another name": [{ API_KEY: "x" }, /seems to contain a key/],
	"a token": [{ accessToken: "x" }, /seems to contain a key/],
	"a password in a nested field": [{ more: { passwd: "x" } }, /seems to contain a key/],
	"a key in the name": [{ name: "sk-0123456789abcdef0123" }, /seems to contain a key/],
	"a key in the page": [
		{ keysPage: "https://chat.example.org/?k=0123456789abcdef0123456789abcdef" },
		/seems to contain a key/,
	],
	"a key in the path of a page": [
		{ help: "https://chat.example.org/sk-proj-abcdefgh12345678/" },
		/seems to contain a key/,
	],
	"a key among the models": [{ models: { chat: ["sk-0123456789abcdef0123"] } }, /seems to contain a key/],
	"a key beside the models": [{ models: { chat: ["big"], apiKey: "x" } }, /seems to contain a key/],
	"a list of keys": [{ api_keys: ["x"] }, /seems to contain a key/],
	"a key as the name of a field": [{ "sk-proj-AbCdEf0123456789AbCd": 1 }, /seems to contain a key/],
	"a key as the name of a nested field": [{ more: { a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6: {} } }, /seems to contain a key/],
	"a key in a field of several words": [{ apiKeyForStudents: "x" }, /seems to contain a key/],
	"a password in short": [{ pwd: "x" }, /seems to contain a key/],
	"a key with its value": [{ keyValue: "x" }, /seems to contain a key/],
	"a short key": [{ more: "sk-1234" }, /seems to contain a key/],
	"a key at the end of a long text": [
		{ more: `${"word ".repeat(200)}sk-0123456789abcdef0123` },
		/seems to contain a key/,
	],
	"a key with dashes and underscores": [{ more: "Zx3_kP9-aQ7rT2_vB6nM8-cD4fG1_hJ5kL0" }, /seems to contain a key/],
	"a signed token": [{ more: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln" }, /seems to contain a key/],
	"a header with a key": [{ more: "Bearer abc" }, /seems to contain a key/],
	"a page that runs a command": [{ keysPage: "command:workbench.action.quit" }, /“keysPage”/],
	"a page that is a file": [{ keysPage: "file:///etc/passwd" }, /“keysPage”/],
	"a page that runs a script": [{ help: "javascript:alert(1)" }, /“help”/],
	"a page with user info": [{ keysPage: "https://user:word@chat.example.org/" }, /“keysPage”/],
	"an invalid number of days": [{ keyDays: "many" }, /“keyDays”/],
	"a negative number of days": [{ keyDays: -1 }, /“keyDays”/],
	"too many models": [{ models: { chat: new Array(21).fill("a") } }, /“models”/],
	"a limit without a period": [{ limits: [{ requests: 1, per: "life" }] }, /“limits”/],
	"a huge limit": [{ limits: [{ requests: 1e300, per: "day" }] }, /“limits”/],
};

describe("connect: a gateway's profile", () => {
	it("is read from a link, a file and the gateway itself", () => {
		const linked = { address, name: profile.name, keysPage: "https://chat.example.org/keys" };
		assert.deepEqual(link({ ...profile, ...linked }), linked, "anyone can write a link");
		assert.deepEqual(file({ address, ...profile }), { address, ...profile });
		assert.deepEqual(own(profile), profile);
	});

	it("may be empty, and may have unknown fields", () => {
		assert.deepEqual(link({ address }), { address });
		assert.deepEqual(own({ later: { a: [1] } }), {});
		assert.deepEqual(own({ maxTokens: 4096, keyDays: 90 }), { keyDays: 90 });
	});

	it("may have models with long ids", () => {
		const chat = ["hf-internal-testing/tiny-random-llama-2", "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6", "task-sk-model-v1"];
		assert.deepEqual(own({ models: { chat } }).models, { chat, embedding: [] });
	});

	it("may have long words in its addresses and pages", () => {
		for (const help of [
			"https://chat.example.org/api-documentation-students",
			"https://chat.example.org/kuenstliche_intelligenz_schluessel",
			"https://chat.example.org/demo-of-the-new-models?topic=api-keys-for-students",
			"https://chat.example.org/sk-docs-2024",
			"https://chat.example.org/Getting-Started_2026-with-LLM3-and-GPT4all",
			"https://chat.example.org/models/Qwen3-30B-A3B-Instruct-2507-W4A16/v1",
			"https://chat.example.org/p/123e4567-e89b-12d3-a456-426614174000",
		])
			for (const read of [link, file, own]) read({ address, help });
		for (const host of ["api-gateway-llm-service.uni.example", "sk-university-library-2.example", "a".repeat(40)])
			assert.equal(link({ address: `https://${host}/v1` }).address, `https://${host}/v1`);
	});

	for (const [what, [fields, reason]] of Object.entries(hostile)) {
		it(`is refused with ${what}, from any source`, () => {
			for (const read of [link, file, own]) assert.throws(() => read({ address, ...fields }), reason);
		});
	}

	it("is refused with a page of another site, unless an administrator gives it", () => {
		for (const keysPage of ["https://other.org/", "https://example.org.evil.net/"]) {
			for (const read of [link, own])
				assert.throws(() => read({ address, keysPage }), /not on the same site as the gateway/);
			assert.equal(file({ address, keysPage })?.keysPage, keysPage);
		}
		const uk = { address: "https://llm.one.ac.uk/v1", keysPage: "https://www.two.ac.uk/" };
		assert.throws(() => link(uk), /not on the same site/);
		const numbers = { address: "https://10.0.0.1/v1", keysPage: "https://11.0.0.1/" };
		assert.throws(() => link(numbers), /not on the same site/);
		const at = JSON.stringify({ keysPage: "https://two.gv.at/" });
		assert.throws(() => readOwnProfile(at, "https://llm.one.gv.at"), /not on the same site/);
	});

	it("is refused in a link with a page of another host, which may have another owner", () => {
		for (const [host, keysPage] of [
			["victim.azurewebsites.net", "https://attacker.azurewebsites.net/"],
			["llm.one.gv.at", "https://two.gv.at/"],
			["chat.example.org", "https://keys.example.org/"],
		] as const)
			assert.throws(() => link({ address: `https://${host}/v1`, keysPage }), /not on the same site as the gateway/);
		assert.equal(own(profile).keysPage, profile.keysPage);
	});

	it("has the limits that the gateway states, or else those of the administrators' file", () => {
		const [suggested, described] = [{ ...profile, name: "Suggested" }, { limits: [] }];
		assert.deepEqual(combineProfiles({}, suggested, false), suggested);
		assert.deepEqual(combineProfiles(described, suggested, false), { ...suggested, limits: [] });
		assert.deepEqual(combineProfiles(profile, {}, false), profile);
	});

	it("comes from the gateway itself rather than a link", () => {
		const suggested = { address, name: "Suggested", keysPage: "https://chat.example.org/other" };
		assert.deepEqual(combineProfiles(profile, suggested, true), { ...profile, address });
		assert.deepEqual(combineProfiles({}, suggested, true), suggested);
	});

	it("is refused without a usable address", () => {
		for (const read of [link, file]) {
			assert.throws(() => read({}), /“address”/);
			assert.throws(() => read({ address: 1 }), /“address”/);
			assert.throws(() => read({ address: "https://user:word@chat.example.org/v1" }), /user name or password/);
			assert.throws(() => read({ address: "file:///etc/passwd" }), /must begin with https/);
			assert.throws(() => read({ address: "a".repeat(501) }), /“address”/);
		}
	});

	it("is refused with an address that the wizard's input box would change, hiding that a link suggested it", () => {
		const site = "https://chat.example.org";
		for (const more of [
			"/\u200b",
			"/\u202egro.elpmaxe",
			"\u00ad",
			"/\u3164",
			"/a\nb",
			"/a\tb",
			"/a b",
			'/"',
			"/'",
			"/{",
			"\\@evil.org",
		])
			for (const read of [link, file]) assert.throws(() => read({ address: `${site}${more}` }), /“address”/);
		const pasted = `${site}/ url: https://evil.example/v1 api_key: mine`;
		for (const read of [link, file]) assert.throws(() => read({ address: pasted }), /“address”/);
		assert.throws(() => link({ address: "https://@chat.example.org/v1" }), /“address”/);
		for (const good of [`${site}/v1`, "http://[::1]:8080/v1", "https://u.example/llm~2/v1beta_1/%41?a=b&c"])
			assert.equal(link({ address: ` ${good}\n` }).address, good);
	});

	it("shows letters of another script in an address as they are sent, because they may be deceptive", () => {
		for (const read of [link, file]) {
			const shown = read({ address: "https://chat-ai.\u0430cademiccloud.de/v1" })?.address;
			assert.equal(shown, "https://chat-ai.xn--cademiccloud-w9j.de/v1");
		}
	});

	it("shows an address as it is sent if its host is written in another way", () => {
		for (const [written, sent] of [
			["https://%65xample.org/v1", "https://example.org/v1"],
			["https://0x7f000001/v1", "https://127.0.0.1/v1"],
			["https://Example.org:8443/v1", "https://Example.org:8443/v1"],
		] as const)
			assert.equal(link({ address: written }).address, sent);
		assert.throws(() => link({ address: "https:/example.org/v1" }), /not an address/, "its host would be https");
	});

	it("is refused where it is too large, too deep, or no description at all", () => {
		assert.throws(() => readOwnProfile(" ".repeat(profileBytes + 1), origin), /larger than 64 KB/);
		assert.throws(() => readGatewaysFile(" ".repeat(10_000_000)), /larger than 64 KB/);
		const name = "é".repeat(profileBytes / 2);
		assert.throws(() => own({ name }), /larger than 64 KB/, "it is the bytes that count");
		assert.throws(() => readOwnProfile("[".repeat(10_000), origin), /not valid JSON/);
		assert.throws(() => own({ a: { b: { c: { d: { e: 1 } } } } }), /not a description/);
		for (const value of [null, 1, "text", [], true]) assert.throws(() => own(value), /not a description/);
		for (const beside of [{ apiKey: "x" }, { comment: "sk-0123456789abcdef0123" }])
			assert.throws(() => readGatewaysFile(JSON.stringify({ gateways: [], ...beside })), /seems to contain a key/);
		assert.throws(() => readGatewaysFile("{"), /list of gateways was not used: It is not valid JSON/);
		assert.throws(() => readGatewaysFile("[]"), /“gateways”/);
		assert.throws(() => readGatewaysFile(JSON.stringify({ gateways: new Array(51).fill({ address }) })), /“gateways”/);
	});
});

describe("connect: a link", () => {
	it("is refused with the reason if it is not one of ours", () => {
		const good = encoded({ address });
		const wrong: readonly (readonly [string, string, RegExp])[] = [
			["/", `c=${good}`, /not supported/],
			["/connect/more", `c=${good}`, /not supported/],
			["/connect", "", /incomplete/],
			["/connect", "c=", /incomplete/],
			["/connect", `c=${good}&key=x`, /incomplete/],
			["/connect", `c=${good}&c=${good}`, /incomplete/],
			["/connect", `c=${good}!`, /incomplete/],
			["/connect", `c=${"a".repeat(10_000_000)}`, /too long/],
			["/connect", `c=${Buffer.from([0x22, 0xff, 0x22]).toString("base64url")}`, /incomplete/],
			["/connect", `c=${Buffer.from("{").toString("base64url")}`, /incomplete/],
		];
		for (const [path, query, reason] of wrong) {
			assert.throws(() => readConnectLink(path, query), reason);
			assert.throws(() => readConnectLink(path, query), /^UserError: The link was not used: /);
		}
	});

	it("may have the padding that some encoders add", () => {
		for (const name of ["a", "ab", "abc"]) {
			const padded = Buffer.from(JSON.stringify({ address, name })).toString("base64").replaceAll("+", "-");
			assert.equal(readConnectLink("/connect", `c=${padded.replaceAll("/", "_")}`).name, name);
		}
	});

	it("may have a name in any script", () => {
		assert.equal(link({ address, name: "Université d’Étampes (大学)" }).name, "Université d’Étampes (大学)");
	});
});

describe("connect: public gateways", () => {
	it("are valid in an administrator's file", () => {
		assert.deepEqual(readGatewaysFile(JSON.stringify({ gateways: publicGateways })), publicGateways);
	});
});
