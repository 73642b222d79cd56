// Fails on every test with a whole sentence of the UI, because a new wording would break the test.
//   node test/checks/uiSentences.js [FOLDER [TEXTS…]]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sentenceFinder, uiSentencesIn } from "./uiSentencesIn.js";

const [folder = "test", ...given] = process.argv.slice(2);
/** The keys of translations, and the English texts of package.json. */
const texts =
	given.length > 0
		? given
		: [...Object.keys(readJson("l10n/bundle.l10n.fr.json")), ...Object.values(readJson("package.nls.json"))];
const sentenceOf = sentenceFinder(texts);

/** The demo gateway, which has its own texts. */
const gateway = "test/gateway/";

/** Files that may contain such sentences, each with the reason. */
const excepted = new Map([
	["test/unit/core/gateway/limitText.test.ts", "tests of the text itself, with its numbers and times"],
	["test/unit/manifest/plurals.test.ts", "names texts that have no singular"],
]);

const problems = [];
const unused = new Set(excepted.keys());
let checked = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
	if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
	const file = join(entry.parentPath, entry.name).replaceAll("\\", "/");
	if (file.startsWith(gateway)) continue;
	checked++;
	const found = await uiSentencesIn(readFileSync(file, "utf8"), sentenceOf);
	if (found.length > 0 && unused.delete(file)) continue;
	for (const sentence of found)
		problems.push(`${file} names “${sentence}”, a sentence of the UI: compare the words that matter with a pattern`);
}
if (folder === "test")
	for (const file of unused)
		problems.push(`${file} names no sentence of the UI any more: test/checks/uiSentences.js lists it`);

for (const problem of problems) console.error(`gatehouse: ${problem}`);
console.log(`gatehouse: ${checked} files, ${problems.length} whole sentences of the UI`);
process.exitCode = problems.length > 0 ? 1 : 0;

function readJson(path) {
	return JSON.parse(readFileSync(path, "utf8"));
}
