/** The properties of a language that the bench needs in order to write in it. */
export interface Language {
	/** The name in the tables. */
	readonly label: string;
	/** VS Code's language id. */
	readonly id: string;
	/** The tags that models put on a fence; the first is the usual one. */
	readonly tags: readonly string[];
	/** Writes a comment of one line. */
	readonly comment: (text: string) => string;
	/** Returns the call of a name, as an example of its use. */
	readonly call: (name: string) => string;
	/** Matches the first line of a function or type. */
	readonly declaration: RegExp | undefined;
}

const slashes = (text: string) => `// ${text}`;
const hash = (text: string) => `# ${text}`;
const stars = (text: string) => `/* ${text} */`;
const tagged = (text: string) => `<!-- ${text} -->`;

const modifiers =
	"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|override|readonly|declare|open|suspend|inline|virtual|sealed|partial|data|fileprivate|pub|pub\\(\\w+\\)|unsafe|const|operator|mutating|class)\\s+)*";
const keywords =
	"(?:(?:function\\*?|class|interface|enum|struct|trait|impl|fn|func|fun|def|module|namespace|record|object|protocol|extension|type)(?:\\s+\\w|<)|function\\b|init\\b)";
const byKeyword = new RegExp(`^\\s*${modifiers}${keywords}`);
/** Matches a method without a keyword: a name, its parameters and an opening brace, but not a statement. */
const byShape = new RegExp(
	`^\\s*(?=\\S)(?!(?:if|for|while|switch|catch|return|else|do|try|synchronized|using|lock|foreach|await|throw|new|yield|guard|super|this|constexpr if)\\b)${modifiers}(?:[\\w$<>\\[\\]:*&,.?~ ]+ [*&]*)?[~\\w$:]+\\s*\\([^;]*\\)[^;=]*\\{\\s*$`,
);
const either = new RegExp(`${byKeyword.source}|${byShape.source}`);
const arrow =
	/^\s*(?:export\s+)?(?:const|let)\s+[\w$]+\s*(?::[^=]+)?=\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*(?::[^=]+)?=>\s*\{\s*$/;
const withArrows = new RegExp(`${either.source}|${arrow.source}`);

const code = (
	label: string,
	id: string,
	tags: string,
	comment: Language["comment"],
	declaration: RegExp | undefined,
	call: Language["call"] = (name) => `${name}();`,
): Language => ({ label, id, tags: tags.split(" "), comment, call, declaration });

const plainCall = (name: string) => `${name}()`;
const cFamily = (label: string, id: string, tags: string) => code(label, id, tags, slashes, either);

const typescript = code("TypeScript", "typescript", "ts typescript", slashes, withArrows);
const javascript = code("JavaScript", "javascript", "js javascript", slashes, withArrows);
const cpp = cFamily("C++", "cpp", "cpp c++");
const python = code(
	"Python",
	"python",
	"python py",
	hash,
	/^\s*(?:async\s+)?(?:def|class)\b/,
	(name) => `print(${name}())`,
);
const ruby = code("Ruby", "ruby", "ruby rb", hash, /^\s*(?:def|class|module)\b/, (name) => `puts ${name}`);
const shell = code(
	"Shell",
	"shellscript",
	"bash sh",
	hash,
	/^\s*(?:function\s+)?[\w:-]+\s*\(\)\s*\{\s*$/,
	(name) => name,
);
const yaml = code("YAML", "yaml", "yaml yml", hash, undefined, (name) => `${name}: true`);
const html = code("HTML", "html", "html", tagged, undefined, (name) => `<p>${name}</p>`);

/** The languages of the corpus, by the extensions of their files. */
const byExtension: Readonly<Record<string, Language>> = {
	ts: typescript,
	tsx: { ...typescript, id: "typescriptreact", tags: ["tsx", "typescript"] },
	js: javascript,
	mjs: javascript,
	cjs: javascript,
	jsx: { ...javascript, id: "javascriptreact", tags: ["jsx", "javascript"] },
	py: python,
	cpp,
	cc: cpp,
	hpp: cpp,
	c: cFamily("C", "c", "c"),
	rs: code("Rust", "rust", "rust rs", slashes, byKeyword),
	go: code("Go", "go", "go golang", slashes, /^(?:func|type)\b/, plainCall),
	java: cFamily("Java", "java", "java"),
	kt: code("Kotlin", "kotlin", "kotlin kt", slashes, byKeyword, plainCall),
	kts: code("Kotlin", "kotlin", "kotlin kts", slashes, byKeyword, plainCall),
	swift: code("Swift", "swift", "swift", slashes, byKeyword, plainCall),
	m: code("Objective-C", "objective-c", "objc objectivec", slashes, /^\s*[-+]\s*\(|^@(?:interface|implementation)\b/),
	mm: code(
		"Objective-C",
		"objective-cpp",
		"objc objective-c++",
		slashes,
		/^\s*[-+]\s*\(|^@(?:interface|implementation)\b/,
	),
	rb: ruby,
	podspec: ruby,
	cs: cFamily("C#", "csharp", "csharp cs"),
	php: code("PHP", "php", "php", slashes, byKeyword),
	sh: shell,
	bash: shell,
	css: code("CSS", "css", "css", stars, undefined, (name) => `.${name} { color: red; }`),
	scss: code("CSS", "scss", "scss css", slashes, undefined, (name) => `.${name} { color: red; }`),
	html,
	htm: html,
	json: code("JSON", "json", "json", slashes, undefined, (name) => `{ "${name}": true }`),
	yml: yaml,
	yaml,
	md: code("Markdown", "markdown", "markdown md", tagged, undefined, (name) => `See ${name}.`),
};

/** Returns the language of a file, by its extension; `undefined` for one that the corpus leaves out. */
export function languageOf(path: string): Language | undefined {
	const name = path.slice(path.lastIndexOf("/") + 1);
	// Commands have no extension; those for other languages are left out because of their first line.
	if (!name.includes(".")) return /(?:^|\/)(?:bin|libexec)\//.test(path) ? shell : undefined;
	return byExtension[name.slice(name.lastIndexOf(".") + 1).toLowerCase()];
}
