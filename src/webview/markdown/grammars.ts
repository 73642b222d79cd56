// The highlighter and its languages, in a chunk of their own that is loaded with the first finished code block.
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

/** The languages that answers are mostly written in; their usual aliases (`ts`, `tsx`, `py`, `sh`, `html`…) come with them. */
const languages = Object.entries({
	bash,
	c,
	cpp,
	csharp,
	css,
	diff,
	dockerfile,
	go,
	ini,
	java,
	javascript,
	json,
	kotlin,
	markdown,
	php,
	powershell,
	python,
	ruby,
	rust,
	shell,
	sql,
	swift,
	typescript,
	xml,
	yaml,
});

export const grammars = createLowlight();
grammars.registerAlias({ bash: ["shellscript"], css: ["scss", "less"], javascript: ["javascriptreact"], xml: ["vue"] });
grammars.registerAlias({ typescript: ["typescriptreact"], json: ["json5"] });

/**
 * Takes the next language in; each takes a millisecond, and all of them at once would hold up the page. Nothing is coloured
 * before all are there, for one may be written within another.
 *
 * @returns false when there was none left.
 */
export function registerNextLanguage(): boolean {
	const next = languages.shift();
	if (next) grammars.register(next[0], next[1]);
	return next !== undefined;
}
