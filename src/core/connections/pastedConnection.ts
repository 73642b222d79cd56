import { withoutHidden } from "../../shared/text/hiddenCharacters";
import { cutText } from "../../shared/untrusted/cutText";
import { limits } from "../../shared/untrusted/limits";

/** A gateway's connection as a pasted text describes it. */
export interface PastedConnection {
	readonly address: string;
	/** The gateway's name in another program's settings. */
	readonly name?: string;
	readonly key?: string;
	/** The model that the request or the settings name first. */
	readonly model?: string;
}

/**
 * Match an address in Continue's YAML, `chatLanguageModels.json`, an environment file, a script, or a command line such
 * as curl's. The first pattern that matches counts.
 */
const addressPatterns = [
	/\b(?:apiBase|api_base|base_?url|OPENAI_BASE_URL|OPENAI_API_BASE|url)["']?\s{0,20}[:=]\s{0,20}["']?(https?:\/\/[^\s"'\\,}`<>«»“”‘’]+)/i,
	/(https?:\/\/[^\s"'\\,}`<>«»“”‘’]+)/i,
];

/**
 * Match a text with more than an address: a command, settings, or what surrounds an address in a mail. A dot at the end does
 * not count, because an address that is being typed may end with it.
 */
const more = /[\s"'`{<>«»“”‘’]|^\(|^\w{1,40}=/;

/** Match a key. */
const keyPatterns = [
	/\b(?:authorization|api-key)["']?\s{0,20}:\s{0,20}["']?(?:bearer\s{1,20})?([^\s"'\\,}]+)/i,
	/\b(?:apiKey|api_key|OPENAI_API_KEY)["']?\s{0,20}[:=]\s{0,20}["']?([^\s"'\\,}]+)/i,
];

/** Match the name of a model, in the body of a request and in YAML. */
const modelPatterns = [/\\?"model\\?"\s{0,20}:\s{0,20}\\?"([^"\\]{1,200})/, /\bmodel:\s{0,20}["']?([^\s"']{1,200})/];

/** Match the gateway's name in JSON, and the beginning of its name in YAML. */
const jsonName = /"name"\s{0,20}:\s{0,20}"([^"\\]{1,120})"/;
const yamlName = /\bname:/;
/** Matches the beginning of the next field in YAML, where the lines were joined. */
const nextField = /\s\w{1,30}:/;

/** Matches a placeholder instead of a key: `$TOKEN`, `${input:…}`, `<KEY>`, dots or stars. */
const placeholder = /^(?:[$<{%].*|[.*•x…]+|YOUR.*)$/i;

/**
 * Reads settings of another program that were pasted instead of an address: a `curl` command, Continue's YAML,
 * `chatLanguageModels.json`, or lines of an environment file. The input box has joined their lines.
 * Also reads an address with the quotes, brackets or invisible characters that it was copied with.
 *
 * @returns `undefined` for a plain address.
 */
export function readPastedConnection(text: string): PastedConnection | undefined {
	const cut = cutText(text, limits.pastedConnection).trim();
	const pasted = withoutHidden(cut);
	if (pasted === cut && !more.test(pasted)) return undefined;
	const address = firstMatch(addressPatterns, pasted);
	if (address === undefined) return undefined;
	const key = cleanKey(firstMatch(keyPatterns, pasted) ?? "");
	const model = firstMatch(modelPatterns, pasted);
	const name = jsonName.exec(pasted)?.[1]?.trim() ?? nameInYaml(pasted);
	return {
		address: withoutEnd(address),
		...(name ? { name } : {}),
		...(key === "" || placeholder.test(key) ? {} : { key }),
		...(model === undefined ? {} : { model }),
	};
}

/**
 * Returns whether an address was pasted in place of a key. As a key, it would be hidden wherever it is shown from then on.
 */
export function isAddressAsKey(text: string): boolean {
	return /^https?:\/\//i.test(cleanKey(text));
}

/**
 * Returns a pasted key without the blanks and the quotes around it, and without the header or the variable that it was
 * copied with.
 */
export function cleanKey(text: string): string {
	const bare = withoutHidden(text)
		.trim()
		.replace(/^authorization\s{0,20}:\s{0,20}/i, "")
		.replace(/^(?:export\s{1,20})?[A-Z0-9_]{0,40}API_KEY=/, "");
	return bare
		.replace(/^["'`«“‘]/, "")
		.replace(/["'`»”’]$/, "")
		.trim()
		.replace(/^bearer(?:\s{1,20}|$)/i, "")
		.trim();
}

/** Returns the gateway's name in YAML, which ends with its line or before the next field. */
function nameInYaml(text: string): string | undefined {
	const found = yamlName.exec(text);
	if (!found) return undefined;
	const [line = ""] = text
		.slice(found.index + found[0].length)
		.trimStart()
		.slice(0, limits.nameLength)
		.split("\n", 1);
	const end = nextField.exec(line)?.index;
	return line.slice(0, end).replaceAll(/["']/g, "").trim();
}

function firstMatch(patterns: readonly RegExp[], text: string): string | undefined {
	for (const pattern of patterns) {
		const found = pattern.exec(text)?.[1];
		if (found) return found;
	}
	return undefined;
}

/** Removes the punctuation of a sentence or of a shell after an address. */
function withoutEnd(address: string): string {
	return address.replace(/(?<![.;)\]])[.;)\]]+$/, "");
}
