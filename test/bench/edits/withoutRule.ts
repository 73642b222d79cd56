import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { repositoryFolder } from "../../host/paths";
import { benchFolder, productionBundle } from "../productionBundle";

/** A function that is a rule, and a replacement that does nothing. */
interface Rule {
	/** The module below `src/core/edits/`. */
	readonly module: string;
	readonly name: string;
	readonly instead: string;
}

const rule = (module: string, name: string, instead: string): Rule => ({ module, name, instead });

/** The rules for edits that the bench can leave out. */
const rules: readonly Rule[] = [
	rule("locate/overlap", "readings", "(lines) => [{ lines, shift: undefined, head: 0, tail: 0 }]"),
	rule("locate/insertion", "insertedIndentation", '() => ""'),
	rule("locate/elisions", "resolveElisions", "(code) => code"),
	rule("locate/coverage", "coversAll", "() => true"),
	rule("locate/coverage", "isInnerPart", "() => false"),
	rule("locate/losesEnd", "losesEnd", "() => false"),
	rule("locate/losesParts", "losesParts", "() => false"),
	rule("locate/lostKeys", "lostKeys", "() => []"),
	rule("locate/skipsHolder", "skipsHolder", "() => false"),
	rule("locate/losesMarks", "losesMarks", "() => false"),
	rule("locate/declaredBlock", "declaredBlock", "() => undefined"),
	rule("locate/keepsMembers", "keepsMembers", "() => true"),
	rule("locate/missingLines", "dropsLines", "() => false"),
	rule("locate/missingLines", "skipsAhead", "() => false"),
	rule("locate/missingLines", "losesComment", "() => false"),
	rule("parse/diffReply", "isDiff", "() => false"),
	rule("parse/lineNumbers", "withoutLineNumbers", "(code) => code"),
	rule("parse/searchReply", "isSearchReply", "() => false"),
	rule("parse/unfencedCode", "unfencedCode", '() => ({ refused: "no code" })'),
	rule("text/brackets", "openBrackets", "() => []"),
	rule("text/indentation", "reindent", "(code) => code"),
	rule("text/indentation", "sameBlanks", "(code) => code"),
];

/** The names of these rules. */
export const ruleNames = rules.map(({ name }) => name);

/** Returns the module `answers.ts` of the bench, built without a rule: everything else is the same code. */
export async function answersWithout(name: string): Promise<typeof import("./answers")> {
	const found = rules.find((one) => one.name === name);
	if (!found) throw new TypeError(`no rule "${name}"; there are: ${ruleNames.join(", ")}`);
	const outfile = join(benchFolder, `without-${name}.js`);
	await productionBundle({
		entryPoints: ["test/bench/edits/answers.ts"],
		outfile,
		splitting: false,
		packages: "external",
		plugins: [withoutRule(found)],
	});
	return import(pathToFileURL(outfile).href);
}

/** Replaces a function of a module. Fails the build if there is no such function. */
export function withoutRule({ module, name, instead }: Rule): Plugin {
	const path = join(repositoryFolder, "src", "core", "edits", `${module}.ts`);
	const head = `export function ${name}(`;
	return {
		name: `without ${name}`,
		setup({ onEnd, onLoad }) {
			let isReplaced = false;
			onLoad({ filter: /\.ts$/ }, async (file) => {
				if (file.path !== path) return undefined;
				const text = await readFile(path, "utf8");
				isReplaced = text.includes(head);
				const rest = text.replace(head, `function unused_${name}(`);
				return { contents: `${rest}\nexport const ${name} = ${instead};\n`, loader: "ts" };
			});
			onEnd(() => (isReplaced ? {} : { errors: [{ text: `There is no function ${name} in ${path}.` }] }));
		},
	};
}
