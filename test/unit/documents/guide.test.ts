import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

interface Manifest {
	readonly contributes: {
		readonly commands: readonly { readonly title: string }[];
		readonly configuration: readonly { readonly properties: Readonly<Record<string, object>> }[];
	};
}

/** `npm test` runs in the project's folder. */
const text = (file: string) => readFileSync(file, "utf8");
const { contributes }: Manifest = JSON.parse(text("package.json"));
const texts: Readonly<Record<string, string>> = JSON.parse(text("package.nls.json"));
/** The settings, without the old names of renamed ones. */
const settings = contributes.configuration.flatMap(({ properties }) =>
	Object.keys(properties).filter((name) => !("deprecationMessage" in (properties[name] ?? {}))),
);
const titles = [...new Set(contributes.commands.map(({ title }) => texts[title.slice(1, -1)] ?? title))];

/** Returns the commands that a guide does not have in bold, and the settings without a row in its table. */
function missingFrom(guide: string): string[] {
	const bold = new Set([...guide.matchAll(/\*\*([^*\n]{1,200})\*\*/g)].map(([, title]) => title));
	return [
		...titles.filter((title) => !bold.has(title)),
		...settings.filter((setting) => !guide.includes(`\n| \`${setting}\` | `)),
	];
}

/** Returns the settings in the table of a guide. */
const rowsOf = (guide: string) => [...guide.matchAll(/^\| `(gatehouse\.[\w.]+)` \|/gm)].map(([, name = ""]) => name);

describe("documents: guide", () => {
	const guide = text("docs/guide.md");

	it("has a place for every command and every setting", () => {
		assert.ok(titles.length > 40 && settings.length > 10);
		assert.deepEqual(missingFrom(guide), []);
	});

	it("describes no setting that package.json lacks", () => assert.deepEqual(rowsOf(guide).sort(), settings.sort()));

	it("fails the check if a command or a setting is removed from it", () => {
		for (const title of titles) assert.deepEqual(missingFrom(guide.replaceAll(`**${title}**`, title)), [title]);
		for (const setting of settings)
			assert.deepEqual(missingFrom(guide.replace(`| \`${setting}\` | `, "| it | ")), [setting]);
	});
});

describe("documents: README", () => {
	/** Returns the reasons why a README is too long. */
	const tooLong = (readme: string) =>
		[
			readme.trimEnd().split("\n").length > 160 && "more than 160 lines",
			readme.trim().split(/\s+/).length > 1300 && "more than 1,300 words",
		].filter(Boolean);

	it("has at most 160 lines and 1,300 words", () => assert.deepEqual(tooLong(text("README.md")), []));

	it("fails the check if it has too many lines or words", () => {
		assert.deepEqual(tooLong("\n".repeat(160).replaceAll("\n", "a\n")), []);
		assert.deepEqual(tooLong("a\n".repeat(161)), ["more than 160 lines"]);
		assert.deepEqual(tooLong("a ".repeat(1301)), ["more than 1,300 words"]);
	});
});
