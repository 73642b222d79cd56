/** A kind of secret that a text seems to hold. */
export type FoundSecret = "privateKey" | "token";

/** The form of a token's tail, which is the part after its prefix. */
interface TokenForm {
	/** The minimum and maximum length, in characters. */
	readonly length: readonly [least: number, most: number];
	/** The minimum number of digits. */
	readonly digits: number;
	/** Whether it may contain `-` and `_`. */
	readonly dashes: boolean;
	/** Returns whether a tail of the right length is that of a token, and not of another word. */
	readonly accepts?: (tail: string) => boolean;
}

/** Maximum length of a tail, in characters; a longer one is not a token. */
const longest = 256;

const aws: TokenForm = { length: [16, 16], digits: 1, dashes: false, accepts: (tail) => /^[A-Z0-9]*$/.test(tail) };
const github: TokenForm = { length: [36, longest], digits: 1, dashes: false };
const slack: TokenForm = { length: [20, longest], digits: 6, dashes: true };
const stripe: TokenForm = { length: [20, longest], digits: 1, dashes: false };

const pemBegin = "-----BEGIN ";
/**
 * Matches where a secret may begin: one pattern for all, because every file of an index is searched. Most prefixes are
 * found by their last character, and are the match's group: letters are so frequent that it would take several times
 * as long to begin with them.
 */
const beginnings =
	/-----BEGIN |A(?:KIA|SIA|Iza)|[-_](?<=((?:gh[oprsu]|github_pat|[rs]k_live|npm|hf)_|(?:glpat|xox[abeprs]|sk|pypi)-))/g;

/** Tokens that are recognized by their prefix, as their issuers document them. */
const forms = new Map<string, TokenForm>([
	["AKIA", aws],
	["ASIA", aws],
	...["gho_", "ghp_", "ghr_", "ghs_", "ghu_"].map((beginning) => [beginning, github] as const),
	["github_pat_", { length: [50, longest], digits: 1, dashes: true }],
	// GitLab
	["glpat-", { length: [20, longest], digits: 0, dashes: true }],
	...["xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-"].map((beginning) => [beginning, slack] as const),
	// OpenAI, Anthropic and the gateways that follow them
	["sk-", { length: [20, longest], digits: 1, dashes: true, accepts: isRandom }],
	["sk_live_", stripe],
	["rk_live_", stripe],
	// Google, npm, PyPI and Hugging Face
	["AIza", { length: [35, 35], digits: 1, dashes: true }],
	["npm_", { length: [36, 36], digits: 1, dashes: false }],
	["pypi-", { length: [53, longest], digits: 1, dashes: true, accepts: (tail) => tail.startsWith("AgE") }],
	["hf_", { length: [34, 34], digits: 1, dashes: false }],
]);

/** Minimum number of different characters in a tail; with fewer, the token is a placeholder, such as `ghp_xxxx…`. */
const fewestCharacters = 8;

/** Returns the first kind of secret that a text seems to contain, whatever the file's name is. Takes linear time. */
export function secretIn(text: string): FoundSecret | undefined {
	let end = 0;
	for (const { index, 0: matched, 1: beginning = matched } of text.matchAll(beginnings)) {
		const start = index + matched.length;
		if (beginning === pemBegin && isPrivateKey(text, start)) return "privateKey";
		const form = forms.get(beginning);
		const first = start - beginning.length;
		// Within another word, such as "task-", no token begins.
		if (!form || first < end || isTokenCharacter(text.charCodeAt(first - 1), true)) continue;
		end = start;
		while (end - start <= longest && isTokenCharacter(text.charCodeAt(end), form.dashes)) end++;
		const [least, most] = form.length;
		// A token of a fixed length must end where its word ends.
		if (least === most && text[end] === "_") continue;
		if (isToken(text.slice(start, end), form)) return "token";
	}
	return undefined;
}

const pemEnd = "-----";
/** Maximum length of a PEM label that names a private key, in characters. */
const longestLabel = 60;

/** @param start the position where PEM's label begins. */
function isPrivateKey(text: string, start: number): boolean {
	const [label = ""] = text.slice(start, start + longestLabel).split(pemEnd, 1);
	return label.endsWith("PRIVATE KEY") || label.endsWith("PRIVATE KEY BLOCK");
}

function isToken(tail: string, { length: [least, most], digits, accepts }: TokenForm): boolean {
	if (tail.length < least || tail.length > most || tail.includes("EXAMPLE")) return false;
	if (new Set(tail).size < fewestCharacters || digitsIn(tail) < digits) return false;
	return accepts?.(tail) ?? true;
}

function digitsIn(tail: string): number {
	return [...tail].filter((one) => one >= "0" && one <= "9").length;
}

/**
 * Returns whether a tail after `sk-` is random: class names of style sheets and file names do not have so many
 * different characters.
 */
function isRandom(tail: string): boolean {
	if (/[A-Z]/.test(tail) && /[a-z]/.test(tail)) return true;
	return digitsIn(tail) >= 4 && (/^(?:proj|ant|or|svcacct|admin)-/.test(tail) || !/[_-]/.test(tail));
}

/** @param code NaN beyond the ends of the text. */
function isTokenCharacter(code: number, dashes: boolean): boolean {
	if (code >= 0x30 && code <= 0x39) return true;
	if (code >= 0x41 && code <= 0x5a) return true;
	if (code >= 0x61 && code <= 0x7a) return true;
	return dashes && (code === 0x2d || code === 0x5f);
}
