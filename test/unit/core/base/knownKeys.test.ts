import assert from "node:assert/strict";
import { KnownKeys } from "../../../../src/core/base/knownKeys";
import { inertLine } from "../../../../src/shared/untrusted/inertText";
import { markdownLine } from "../../../../src/shared/untrusted/markdownLine";

const redact = (text: string, keys: readonly string[]) => new KnownKeys(keys).redact(text);

/** A key with every character that some encoding changes. */
const key = `sk-Canary/01+23=45"67\\89&ab<c%41`;
const plainKey = "sk-canary-0123456789";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const unicode = (text: string) =>
	[...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const percent = (text: string) =>
	[...text].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
const json = (text: string) => JSON.stringify(text).slice(1, -1);

/** All forms in which a server may echo a key. */
const forms: Readonly<Record<string, (key: string) => string>> = {
	plain: (key) => key,
	"in capitals": (key) => key.toUpperCase(),
	"URL-encoded": encodeURIComponent,
	"URL-encoded, in small letters": (key) => encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
	"URL-encoded, every character": percent,
	"URL-encoded twice": (key) => encodeURIComponent(encodeURIComponent(key)),
	"JSON-escaped": json,
	"JSON-escaped, with its slashes": (key) => json(key).replaceAll("/", "\\/"),
	"JSON-escaped twice": (key) => json(json(key)),
	"JSON-escaped three times": (key) => json(json(json(key))),
	"\\u-escaped": unicode,
	"\\u-escaped, in capitals": (key) => unicode(key).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
	"\\u-escaped twice": (key) => json(unicode(key)),
	"\\x-escaped": (key) => percent(key).replaceAll("%", "\\x"),
	"\\u{}-escaped": (key) => [...key].map((letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`).join(""),
	"\\u{}-escaped, with zeros": (key) => key.replaceAll("-", "\\u{00002D}"),
	"with invisible characters": (key) => [...key].join("\u200b"),
	"with many invisible characters": (key) => [...key].join("\u{e0041}\u202e\u0000\ufe0f"),
	"with invisible characters, JSON-escaped": (key) => json([...key].join("\u0007\u00ad")),
	"with invisible characters inside escapes": (key) => [...percent(key)].join("\u2060"),
	"with invisible characters as character references": (key) => key.replaceAll("-", "-&#8203;&#x200B;"),
	"URL-encoded in JSON": (key) => json(encodeURIComponent(key)),
	"HTML-escaped": (key) =>
		key.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll("/", "&#x2F;"),
	base64,
	"base64 for addresses": (key) => Buffer.from(key).toString("base64url"),
	"base64, URL-encoded": (key) => encodeURIComponent(base64(key)),
	"base64, wrapped": (key) => base64(key).replace(/.{5}(?=.)/g, "$&\r\n  "),
	"base64, wrapped, JSON-escaped": (key) => json(base64(key).replace(/.{7}(?=.)/g, "$&\n")),
	"base64, with invisible characters": (key) => [...base64(key)].join("\u200b"),
	"base64, JSON-escaped": (key) => base64(key).replaceAll("/", "\\/"),
};

describe("redaction: forms of a known key", () => {
	for (const secret of [key, plainKey]) {
		for (const [name, encode] of Object.entries(forms)) {
			it(`hides ${name}: ${secret}`, () => {
				const safe = redact(`before: ${encode(secret)} after`, [secret]);
				assert.equal(safe, "before: [key] after");
			});
		}

		for (const user of ["", "x", "xy", "xyz", "user"]) {
			for (const rest of ["", "y", "yz"]) {
				it(`hides a key in Basic after “${user}:” and before “${rest}”: ${secret}`, () => {
					const whole = base64(`${user}:${secret}${rest}`);
					const safe = redact(`Authorization: Basic ${whole}, no`, [secret]);
					assert.match(safe, /^Authorization: Basic \w{0,6}\[key\]\w{0,3}={0,2}, no$/);
					const shown = Buffer.from(safe.slice(21).split("[")[0] ?? "", "base64").toString();
					assert.ok(`${user}:`.startsWith(shown), shown);
				});
			}
		}
	}

	it("hides every known key, the longer one first, and one that overlaps itself", () => {
		assert.equal(redact("sk-one-two", ["sk-one", "sk-one-two"]), "[key]");
		assert.equal(redact("sk-one sk-two", ["sk-one", "sk-two"]), "[key] [key]");
		assert.equal(redact("ababababab.", ["abababab"]), "[key].");
		const keys = new KnownKeys();
		assert.equal(keys.redact("sk-new"), "sk-new");
		keys.add("sk-new");
		assert.equal(keys.redact("sk-new"), "[key]");
	});

	it("hides the part of a key at the end of a cut-off text", () => {
		for (const cut of [8, 12, plainKey.length - 1])
			assert.equal(redact(`key ${plainKey.slice(0, cut)}`, [plainKey]), "key [key]");
		assert.equal(redact(`key ${unicode(plainKey.slice(0, 9))}`, [plainKey]), "key [key]");
		assert.equal(redact("ask", [plainKey]), "ask");
		assert.equal(redact("100% %4 \\u00", [plainKey]), "100% %4 \\u00");
	});

	it("hides a key that is cut off inside an escape or in base64", () => {
		for (const encode of [
			percent,
			unicode,
			(text: string) => json(unicode(text)),
			(text: string) => encodeURIComponent(percent(text)),
			(text: string) => unicode(text).replace(/\\u(....)/g, "\\u{$1}"),
			(text: string) => unicode(text).replace(/\\u(....)/g, "&#x$1;"),
		]) {
			const whole = encode(plainKey);
			const least = encode(plainKey.slice(0, 6)).length;
			for (let cut = least; cut <= whole.length; cut++)
				assert.equal(redact(`key ${whole.slice(0, cut)}`, [plainKey]), "key [key]", whole.slice(0, cut));
		}
		for (const user of ["", "x:", "xy:"]) {
			const whole = base64(`${user}${plainKey}`);
			for (let cut = 12; cut <= whole.length; cut++) {
				const safe = redact(`Basic ${whole.slice(0, cut)}`, [plainKey]);
				assert.match(safe, /^Basic \w{0,4}\[key\]$/, whole.slice(0, cut));
			}
		}
	});

	it("keeps the line after a key in base64", () => {
		for (const end of ["\n", "\r\n\t"]) {
			const text = `Basic ${base64(plainKey)}`;
			assert.equal(redact(`${text}${end}Next line`, [plainKey]), `Basic [key]${end}Next line`);
			assert.equal(redact(`${text.replace("Y2Fu", `Y2Fu${end}`)}${end}.`, [plainKey]), `Basic [key]${end}.`);
		}
	});

	it("hides a key that is not plain ASCII", () => {
		const secret = "clé-secrète-123";
		for (const encode of [encodeURIComponent, base64, json, unicode])
			assert.equal(redact(`x ${encode(secret)} y`, [secret]), "x [key] y");
	});

	it("hides the right characters after letters whose lowercase form is longer", () => {
		assert.equal(redact(`İİ ${plainKey} x`, [plainKey]), "İİ [key] x");
	});

	it("leaves other text alone, and handles a tiny key", () => {
		assert.equal(redact("a banana", ["a"]), "a banana");
		const text = 'C:\\new\\u12 100% &amp; &#xzz; %zz \\u00 "é" sk-other-0123456789 YWJjZGVm';
		assert.equal(redact(text, [key, plainKey]), text);
	});
});

describe("redaction: unknown secrets", () => {
	it("hides the token after Bearer", () => {
		assert.equal(redact('{"authorization":"Bearer abc.def"}', []), '{"authorization":"Bearer [key]"}');
		assert.equal(redact('{\\"a\\":\\"bearer  abc.def\\"}', []), '{\\"a\\":\\"bearer  [key]\\"}');
		assert.equal(redact("Bearer%20abc.def, x", []), "Bearer%20[key], x");
		assert.equal(redact("a forbearer of it, the bearer", []), "a forbearer of it, the bearer");
	});

	it("hides only user names and passwords in addresses", () => {
		const text = "via http://me:p@ss@proxy.example.org:3128/x, not https://a.example/b@c or me@example.org";
		const safe = "via http://[user]@proxy.example.org:3128/x, not https://a.example/b@c or me@example.org";
		assert.equal(redact(text, []), safe);
		assert.equal(redact("http:\\/\\/me:pw@host\\/x", []), "http:\\/\\/[user]@host\\/x");
		assert.equal(redact("http%3A%2F%2Fme%3Apw%40host%2Fx", []), "http%3A%2F%2F[user]%40host%2Fx");
		assert.equal(redact("a://b://me:pw@host", []), "a://b://[user]@host");
		assert.equal(redact("http://user:password@proxy.example.org", []), "http://user:password@proxy.example.org");
	});
});

describe("redaction: invisible characters", () => {
	it("do not reveal a key when they are removed later", () => {
		for (const hidden of ["\u200b", "\ufeff", "\u202e", "\u{e0041}", "\u0000", "\ufe0f", "\u2028", "\u2800"]) {
			const text = `Refused: sk-${hidden}secret-12345 ${hidden}x`;
			const safe = redact(text, ["sk-secret-12345"]);
			assert.equal(inertLine(safe), "Refused: [key] x");
			assert.doesNotMatch(markdownLine(safe), /secret/);
		}
	});
});

describe("redaction: after a hostile text", () => {
	const size = 256 * 1024;
	const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
	const many = Array.from({ length: 40 }, (_, i) => `sk-key-number-${i}-0123456789`);

	/** `npm run test:growth` measures the growth; these tests check that the redaction ends and hides the key after the text. */
	for (const piece of [
		"a.",
		"sk-",
		"sk-key-number-",
		"://",
		"a://",
		"bearer",
		"bearer ",
		"\\",
		"\\u00",
		"%25",
		"&",
		"&#",
		"@:",
		" ",
		"\n",
		"\r\n  ",
		"a\n",
		"\u200b",
		"s\u200b",
		"\u{e0041}",
		"\\u{",
		"\\u{0",
	]) {
		it(`hides a key: ${JSON.stringify(piece)} repeated many times`, () => {
			const safe = redact(`${fill(piece)} ${many[7]}`, many);
			assert.ok(safe.endsWith("[key]"));
		});
	}
});
