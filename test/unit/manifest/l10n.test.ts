import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Compares every displayed text with its translations. `npm test` runs in the project's folder. */
const readJson = (path: string): Record<string, string> => JSON.parse(readFileSync(path, "utf8"));
const sources = readdirSync("src", { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
	.map((entry) => join(entry.parentPath, entry.name))
	.map((name) => ({ name, text: readFileSync(name, "utf8") }));
const shown = new Set(
	sources.flatMap(({ text }) =>
		[...text.matchAll(/l10n\.t\(\s*("(?:[^"\\]|\\.)*")/g)].map((match) => JSON.parse(match[1] ?? "") as string),
	),
);
const languages = readdirSync("l10n").map((name) => /^bundle\.l10n\.(\w+)\.json$/.exec(name)?.[1] ?? assert.fail(name));
const placeholders = (text: string) => (text.match(/\{\d+\}/g) ?? []).sort();

describe("translations", () => {
	it("are requested with the text itself, so that they can be found", () => {
		for (const { name, text } of sources) {
			const calls = text.match(/l10n\.t\(/g)?.length ?? 0;
			const literal = text.match(/l10n\.t\(\s*"/g)?.length ?? 0;
			assert.equal(literal, calls, `${name} asks for a text that is not written there`);
		}
		assert.ok(shown.size > 100 && languages.includes("fr"));
	});

	it("are requested wherever VS Code or the page shows a text", () => {
		const bare = [
			/\binert(?:Name|Line|Message)\(\s*"(?!https?:)(?=[^"]*[A-Za-z]{2})/,
			/new UserError\(\s*["`]/,
			/\b(?:title|prompt|placeHolder|placeholder|tooltip|label|detail|description): ?["`](?!https?:)(?=[^"`]*[A-Za-z]{2})/,
			/\b(?:aria-label|title|placeholder)="[^"$]*[A-Za-z]/,
		];
		for (const { name, text } of sources.filter(({ name }) => !name.includes("markdown"))) {
			for (const pattern of bare) assert.doesNotMatch(text, pattern, `${name} shows a text without l10n.t`);
		}
	});

	it("are used by the page's templates: none has a literal text", () => {
		for (const { name, text } of sources.filter(({ name }) => name.includes("webview"))) {
			for (const [, between = ""] of text.matchAll(/>([^<>${}`=();]*[A-Za-z]{3}[^<>${}`=();]*)</g)) {
				assert.doesNotMatch(between, /^\s*[A-Z]?[a-z]+ [a-z]+/, `${name}: “${between.trim()}”`);
			}
		}
	});

	it("use one word for each thing in French", () => {
		for (const file of ["l10n/bundle.l10n.fr.json", "package.nls.fr.json"]) {
			// Objects of “paramètres”, “tokens” and “vectorisés”.
			for (const text of Object.values(readJson(file))) assert.doesNotMatch(text, /réglage|jeton|plongé/i);
		}
	});

	it("use one verb for the removal of a gateway in French", () => {
		const french = readJson("l10n/bundle.l10n.fr.json");
		for (const text of ["Remove", "Remove with Its Key", "Remove the gateway {0}?", "Remove Gateway"])
			assert.match(french[text] ?? "", /^Supprimer\b/, text);
	});

	it("use one form of the apostrophe in French", () => {
		for (const file of ["l10n/bundle.l10n.fr.json", "package.nls.fr.json"]) {
			for (const text of Object.values(readJson(file))) assert.doesNotMatch(text, /\p{L}'\p{L}/u);
		}
	});

	it("have a no-break space beside French punctuation, which would otherwise begin a line of a narrow panel", () => {
		for (const file of ["l10n/bundle.l10n.fr.json", "package.nls.fr.json"]) {
			for (const text of Object.values(readJson(file))) assert.doesNotMatch(text, / [:;!?»%]|« /);
		}
	});

	for (const language of languages) {
		it(`in ${language} include every text, and none without use`, () => {
			assert.deepEqual(Object.keys(readJson(`l10n/bundle.l10n.${language}.json`)).sort(), [...shown].sort());
		});

		it(`in ${language} keep every placeholder, and none is empty`, () => {
			for (const [text, translation] of Object.entries(readJson(`l10n/bundle.l10n.${language}.json`))) {
				assert.deepEqual(placeholders(translation), placeholders(text), text);
				assert.ok(translation.trim(), text);
			}
		});

		it(`in ${language} include the manifest`, () => {
			const english = readJson("package.nls.json");
			const translated = readJson(`package.nls.${language}.json`);
			assert.deepEqual(Object.keys(translated).sort(), Object.keys(english).sort());
			for (const [name, text] of Object.entries(translated)) assert.notEqual(text, english[name], name);
		});
	}
});
