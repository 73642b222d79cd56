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

/** The most common languages in answers; their usual aliases (`ts`, `tsx`, `py`, `sh`, `html`…) are included. */
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
 * Registers the next language. Each takes a millisecond, and all of them together would block the page. Nothing is
 * highlighted before all are registered, because one may be embedded in another.
 *
 * @returns false when none was left.
 */
export function registerNextLanguage(): boolean {
	const next = languages.shift();
	if (next) grammars.register(next[0], next[1]);
	return next !== undefined;
}
