import assert from "node:assert/strict";
import { attachmentWarnings } from "../../../../src/core/context/attachmentWarnings";
import { isContextSource } from "../../../../src/core/context/contextSource";
import { fileText } from "../../../../src/core/context/fileText";
import { fileTree } from "../../../../src/core/context/fileTree";
import { imageAddress, imageType } from "../../../../src/core/context/imageFile";
import { findLines, linesOf } from "../../../../src/core/context/linesInText";
import { problemsText } from "../../../../src/core/context/problemsText";
import { limits } from "../../../../src/shared/untrusted/limits";
import { assertTexts } from "../assertTexts";

const bytes = (...values: number[]) => Uint8Array.from(values);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe("context: files that are asked about", () => {
	it("are shown with each reason, and there is no question without one", () => {
		const plain = { id: "1", name: "a.ts", path: "a.ts", languageId: "ts", text: "let a;" };
		const candidate = { attachment: plain, tokens: 3, room: null, ignored: false, strange: false };
		assert.deepEqual(attachmentWarnings(candidate), []);
		assertTexts(attachmentWarnings({ ...candidate, ignored: true, strange: true, tokens: 30_000 }), [
			/Git ignores/,
			/outside the workspace/,
			/large: .*\b30,000 tokens/,
		]);
		assertTexts(attachmentWarnings({ ...candidate, unreadableRules: "docs/.gitignore" }), [
			/rules in docs\/\.gitignore cannot be read/,
		]);
		assertTexts(attachmentWarnings({ ...candidate, tokens: 600, room: 1000 }), [/large: .*\b600 tokens/]);
		assertTexts(attachmentWarnings({ ...candidate, attachment: { ...plain, text: "caf\uFFFD" } }), [
			/not readable text/,
		]);
		const asks = (text: string) => attachmentWarnings({ ...candidate, attachment: { ...plain, text } });
		assertTexts(asks("-----BEGIN PRIVATE KEY-----"), [/private key/]);
		assertTexts(asks('key = "AKIAQYLPMN5HHHFPZAM2"'), [/access key or .*token/]);
		const diff = { ...plain, path: "git diff", sources: ["a.ts", "deploy/.env"] };
		assertTexts(attachmentWarnings({ ...candidate, attachment: diff }), [/^deploy\/\.env .*secrets/]);
		assertTexts(attachmentWarnings({ ...candidate, attachment: { ...diff, sources: ["a.ts", ""] } }), [
			/Git .*which file/,
		]);
	});
});

describe("context: the text of a file", () => {
	it("is read as UTF-8, or after a byte order mark as UTF-16", () => {
		assert.equal(fileText(utf8("déjà vu")), "déjà vu");
		assert.equal(fileText(bytes(0xef, 0xbb, 0xbf, 0x61)), "a");
		assert.equal(fileText(bytes(0xff, 0xfe, 0x61, 0)), "a");
		assert.equal(fileText(bytes(0xfe, 0xff, 0, 0x61)), "a");
		assert.equal(fileText(bytes()), "");
	});

	it("does not exist in a binary file", () => {
		assert.equal(fileText(bytes(0x7f, 0x45, 0x4c, 0x46, 0, 0, 1)), undefined);
		assert.equal(fileText(bytes(0x61, 0xff, 0x62)), undefined);
	});

	it("is read in another encoding under VS Code's name for it", () => {
		const names: Readonly<Record<string, readonly [Uint8Array, string]>> = {
			windows1251: [bytes(0xcc, 0xe8, 0xf0), "Мир"],
			iso885915: [bytes(0xa4), "€"],
			shiftjis: [bytes(0x93, 0xfa, 0x96, 0x7b), "日本"],
			eucjp: [bytes(0xc6, 0xfc), "日"],
			euckr: [bytes(0xc7, 0xd1), "한"],
			koi8r: [bytes(0xed), "М"],
			macroman: [bytes(0x8e), "é"],
			big5hkscs: [bytes(0xa4, 0xe9), "日"],
			gbk: [bytes(0xc8, 0xd5), "日"],
			cp866: [bytes(0x8c), "М"],
		};
		for (const [name, [content, text]] of Object.entries(names)) assert.equal(fileText(content, name), text, name);
		assert.equal(fileText(bytes(0x93, 0xfa), "cp437"), undefined);
	});

	it("has attached lines at their old place, or where they have moved", () => {
		const text = "one\r\ntwo\r\nthree\r\nfour";
		assert.equal(linesOf(text, [2, 3]), "two\nthree");
		assert.equal(linesOf(text, [3, 5]), undefined);
		assert.deepEqual(findLines(text, "two\nthree", [2, 3]), [2, 3]);
		assert.deepEqual(findLines(`zero\n${text}`, "two\nthree", [2, 3]), [3, 4]);
		assert.equal(findLines("one\ntwo!\nthree", "two\nthree", [2, 3]), undefined);
		// With two matches, the place is uncertain.
		assert.equal(findLines("x\na\ny\na\n", "a", [1, 1]), undefined);
	});

	it("has attached lines only if they occur once, even if they can overlap themselves", () => {
		const letters = ["a", "b", ""];
		/** Returns all texts with this number of lines. */
		const texts = (count: number): string[][] =>
			count === 0 ? [[]] : texts(count - 1).flatMap((text) => letters.map((letter) => [...text, letter]));
		for (const text of texts(6)) {
			for (const taken of [...texts(1), ...texts(2), ...texts(3)]) {
				const places = text.flatMap((_, at) =>
					taken.every((line, i) => at + i < text.length && text[at + i] === line) ? [at + 1] : [],
				);
				const [place] = places;
				const expected = places.length === 1 && place ? [place, place + taken.length - 1] : undefined;
				// There is no such line at the old place.
				const found = findLines(text.join("\n"), taken.join("\n"), [9, 8 + taken.length]);
				assert.deepEqual(found, expected, JSON.stringify({ text, taken }));
			}
		}
	});
});

describe("context: files outside the workspace", () => {
	it("a folder is attached as its tree of names", () => {
		const tree = fileTree(["src/b.ts", "README.md", "src/core/deep/a.ts", "src/core/z.ts", "test/a.ts"]);
		const wanted = ["README.md", "src/", "  b.ts", "  core/", "    deep/", "      a.ts", "    z.ts", "test/", "  a.ts"];
		assert.deepEqual(tree.split("\n"), wanted);
	});

	it("a folder with very deep files is a tree up to the limit, with the rest of each path on one line", () => {
		const deep = "a/".repeat(2_000);
		const tree = fileTree([`${deep}x.ts`, `${deep}y.ts`]).split("\n");
		assert.equal(tree.length, limits.treeDepth + 2);
		assert.equal(tree.at(-1), `${"  ".repeat(limits.treeDepth)}${"a/".repeat(2_000 - limits.treeDepth)}y.ts`);
	});

	it("problems are attached as lines like those of compilers", () => {
		const problems = [
			{ line: 3, severity: "error", message: "Cannot find name 'x'.\n  Did you mean 'y'?", source: "ts", code: "2304" },
			{ line: 9, severity: "warning", message: "unused" },
		] as const;
		assert.equal(
			problemsText([{ path: "src/a.ts", problems }]),
			"src/a.ts:3: error: Cannot find name 'x'. Did you mean 'y'? (ts 2304)\nsrc/a.ts:9: warning: unused",
		);
	});

	it("an image is recognized by its bytes, and sent as a data: URL", () => {
		assert.equal(imageType(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)), "image/png");
		assert.equal(imageType(bytes(0xff, 0xd8, 0xff, 0xe0)), "image/jpeg");
		assert.equal(imageType(utf8("GIF89a…")), "image/gif");
		assert.equal(imageType(utf8("RIFF1234WEBPVP8 ")), "image/webp");
		assert.equal(imageType(utf8("<svg>")), undefined);
		assert.equal(imageAddress("image/png", utf8("abc")), "data:image/png;base64,YWJj");
	});

	it("a stored source is checked when it is read", () => {
		assert.ok(isContextSource({ type: "lines", uri: "file:///a", lines: [1, 2] }));
		for (const broken of [null, "file", { type: "file" }, { type: "lines", uri: "a", lines: [1] }, { type: "other" }])
			assert.ok(!isContextSource(broken), JSON.stringify(broken));
	});
});
