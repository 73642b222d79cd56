import { firstSentence } from "../../../src/core/base/firstSentence";
import { KnownKeys } from "../../../src/core/base/knownKeys";
import { splitLines } from "../../../src/core/base/splitLines";
import { cleanKey, readPastedConnection } from "../../../src/core/connections/pastedConnection";
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
			...["apiBase: ", '"url": "', '"name": "', "name: ", "{", "}", ",", ".", ")", ":", "="],
		],
		read: readPastedConnection,
	},
	{
		name: "cleanKey",
		module: "core/connections/pastedConnection",
		tokens: ["Authorization", ":", " ", "\t", "Bearer", '"', "'", "sk", "\n"],
		read: cleanKey,
	},
];
