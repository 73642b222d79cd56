import { firstSentence } from "../../../src/core/base/firstSentence";
import { KnownKeys } from "../../../src/core/base/knownKeys";
import { splitLines } from "../../../src/core/base/splitLines";
import { ExtraHeaders, readHeaders } from "../../../src/core/connections/extraHeaders";
import { cleanKey, isAddressAsKey, readPastedConnection } from "../../../src/core/connections/pastedConnection";
import { readConnectLink } from "../../../src/core/connections/setup/connectLink";
import { readGatewayProfile } from "../../../src/core/connections/setup/gatewayProfile";
import { readGatewaysFile, readOwnProfile } from "../../../src/core/connections/setup/gatewaysFile";
import { isSameSite } from "../../../src/core/connections/setup/sameSite";
import type { Reader } from "../reader";

const keys = new KnownKeys(["sk-live-0123456789", "abababababababab", "a b/c+d=ü"]);

export const baseReaders: readonly Reader[] = [
	{
		name: "KnownKeys.redact",
		module: "core/base/knownKeys",
		tokens: [
			"sk-live-0123456789",
			"sk-live-",
			"abab",
			"ab",
			"a.",
			"a",
			".",
			"Bearer ",
			"bearer",
			" ",
			"https://",
			"http:",
			"//",
			"@",
			":",
			"/",
			"%",
			"%73",
			"%25",
			"\\u0073",
			"\\",
			"\\\\",
			"c2stbGl2ZS0wMTIzNDU2Nzg5",
			"Basic ",
			"=",
			"YWJh",
			"+",
			"\n",
			"\r\n  ",
			"\u200b",
			"\u{e0041}",
			"\\u{73}",
			"\\u{",
			"&#",
			'"',
		],
		read: keys.redact,
	},
	{
		name: "splitLines",
		module: "core/base/splitLines",
		tokens: ["\r", "\n", "\r\n", "a", " ", "\u2028"],
		read: (text) => splitLines(text),
	},
	{
		name: "firstSentence",
		module: "core/base/firstSentence",
		tokens: [".", " ", "A", "a", "!", "?", "\n", ": ", "“", "”", "1.5"],
		read: firstSentence,
	},
	{
		name: "readPastedConnection",
		module: "core/connections/pastedConnection",
		tokens: [
			...["curl ", "https://", "a", "/v1", " ", "\n", "'", '"', "\\", "-H ", "Authorization: ", "Bearer ", "apiKey: "],
			...["apiBase: ", '"url": "', '"name": "', "name: ", "{", "}", ",", ".", ")", ":", "=", "<", "“", "\u200b"],
		],
		read: readPastedConnection,
	},
	{
		name: "cleanKey",
		module: "core/connections/pastedConnection",
		tokens: ["Authorization", ":", " ", "\t", "Bearer", '"', "'", "“", "sk", "\n", "export", "API_KEY", "=", "\u200b"],
		read: cleanKey,
	},
	{
		name: "isAddressAsKey",
		module: "core/connections/pastedConnection",
		tokens: ["http", "s", "://", "Authorization: ", "Bearer", '"', " ", "\n", "API_KEY=", "\u200b"],
		read: isAddressAsKey,
	},
	{
		name: "readHeaders",
		module: "core/connections/extraHeaders",
		tokens: ["a", "content-", "proxy-", "sec-", "-", "_", ":", " ", "\n", "host"],
		read: (text) => [caught(() => readHeaders({ [text]: "a" })), caught(() => readHeaders({ a: text }))],
	},
	{
		name: "ExtraHeaders",
		module: "core/connections/extraHeaders",
		tokens: ["a", "$", "{secret}", "$".concat("{secret}"), "{", "}", " "],
		most: 2_000,
		read: (text) => {
			const entry = { name: "a", url: "https://a.b", headers: { a: text } };
			const extra = new ExtraHeaders(() => [entry], { headerSecret: async () => text });
			return extra.of("https://a.b").catch(() => undefined);
		},
	},
	{
		name: "readConnectLink",
		module: "core/connections/setup/connectLink",
		tokens: ["c=", "&", "a", "%41", "eyJhIjox", "-", "_", "=", "+"],
		read: (text) => [caught(() => readConnectLink("/connect", text)), caught(() => readConnectLink(text, `c=${text}`))],
	},
	{
		name: "readOwnProfile",
		module: "core/connections/setup/gatewaysFile",
		tokens: ["{", "}", "[", "]", '"name":', '"a"', ",", '"keysPage":"https://a.b/', ":", "1", " "],
		read: (text) => [
			caught(() => readOwnProfile(text, "https://a.b")),
			caught(() => readGatewaysFile(text)),
			caught(() => readGatewaysFile(`{"gateways":[${text}]}`)),
		],
	},
	{
		name: "readGatewayProfile",
		module: "core/connections/setup/gatewayProfile",
		tokens: ["a", "key", "token", "bearer ", "sk-", "0123456789abcdef", " ", ".", "https://", "-", "_", "\u0301"],
		read: (text) => [
			caught(() => readGatewayProfile({ name: text }, "https://a.b")),
			caught(() => readGatewayProfile({ [text]: text, keysPage: text }, "https://a.b")),
		],
	},
	{
		name: "isSameSite",
		module: "core/connections/setup/sameSite",
		tokens: ["a", ".", "b.", "ac.", "uk", "-", "1"],
		most: 250,
		read: (text) => caught(() => isSameSite(new URL(`https://${text}`), new URL("https://a.b"))),
	},
];

/** Runs a reader that throws on input that it does not accept. */
function caught(read: () => unknown): unknown {
	try {
		return read();
	} catch {
		return undefined;
	}
}
