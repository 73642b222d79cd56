/** What a text seems to hold. */
export type FoundSecret = "privateKey" | "token";

/** How a kind of token begins, and what follows. */
interface TokenForm {
	readonly prefixes: readonly string[];
	/** How many characters follow. */
	readonly length: readonly [least: number, most: number];
	/** Digits among them, at the least. */
	readonly digits: number;
	/** Whether `-` and `_` can be among them. */
	readonly dashes: boolean;
}

/** The longest tail that is looked at; a longer one is no token. */
const longest = 256;

/** Tokens that can be told by their beginning, as their makers document them. */
const forms: readonly TokenForm[] = [
	// AWS
	{ prefixes: ["AKIA", "ASIA"], length: [16, 16], digits: 0, dashes: false },
	// GitHub
	{ prefixes: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], length: [36, longest], digits: 1, dashes: false },
	{ prefixes: ["github_pat_"], length: [50, longest], digits: 1, dashes: true },
	// GitLab
	{ prefixes: ["glpat-"], length: [20, longest], digits: 0, dashes: true },
	// Slack
	{ prefixes: ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-"], length: [20, longest], digits: 6, dashes: true },
	// OpenAI, Anthropic and the gateways that follow them. Four digits tell it from a class of a style sheet.
	{ prefixes: ["sk-"], length: [20, longest], digits: 4, dashes: true },
	// Stripe
	{ prefixes: ["sk_live_", "rk_live_"], length: [20, longest], digits: 1, dashes: false },
	// Google
	{ prefixes: ["AIza"], length: [35, 35], digits: 1, dashes: true },
	// npm, PyPI, Hugging Face
	{ prefixes: ["npm_"], length: [36, 36], digits: 1, dashes: false },
	{ prefixes: ["pypi-AgE"], length: [50, longest], digits: 1, dashes: true },
	{ prefixes: ["hf_"], length: [34, 34], digits: 1, dashes: false },
];

/** Fewer different characters make a placeholder, such as `ghp_xxxx…`. */
const fewestCharacters = 8;

/** The first kind of secret that a text seems to hold, whatever its file is called. In linear time. */
export function secretIn(text: string): FoundSecret | undefined {
	if (holdsPrivateKey(text)) return "privateKey";
	return forms.some((form) => form.prefixes.some((prefix) => holdsToken(text, prefix, form))) ? "token" : undefined;
}

const pemBegin = "-----BEGIN ";
const pemEnd = "-----";
/** The longest of PEM's labels with a private key in it, in characters. */
const longestLabel = 60;

function holdsPrivateKey(text: string): boolean {
	for (let at = text.indexOf(pemBegin); at !== -1; at = text.indexOf(pemBegin, at + 1)) {
		const start = at + pemBegin.length;
		const label = text.slice(start, start + longestLabel).split(pemEnd, 1)[0] ?? "";
		if (label.endsWith("PRIVATE KEY") || label.endsWith("PRIVATE KEY BLOCK")) return true;
	}
	return false;
}

function holdsToken(text: string, prefix: string, form: TokenForm): boolean {
	for (let at = text.indexOf(prefix); at !== -1; ) {
		const start = at + prefix.length;
		let end = start;
		while (end - start <= longest && isTokenCharacter(text.charCodeAt(end), form.dashes)) end++;
		const tail = text.slice(start, end);
		// In the middle of a word it is the end of another one, such as "task-".
		if (!isTokenCharacter(text.charCodeAt(at - 1), true) && isToken(tail, form)) return true;
		at = text.indexOf(prefix, Math.max(end, at + 1));
	}
	return false;
}

function isToken(tail: string, { length: [least, most], digits }: TokenForm): boolean {
	if (tail.length < least || tail.length > most || tail.includes("EXAMPLE")) return false;
	const different = new Set(tail);
	return different.size >= fewestCharacters && [...tail].filter((one) => one >= "0" && one <= "9").length >= digits;
}

/** @param code NaN beyond the text's ends. */
function isTokenCharacter(code: number, dashes: boolean): boolean {
	if (code >= 0x30 && code <= 0x39) return true;
	if (code >= 0x41 && code <= 0x5a) return true;
	if (code >= 0x61 && code <= 0x7a) return true;
	return dashes && (code === 0x2d || code === 0x5f);
}
