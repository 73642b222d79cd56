import * as l10n from "@vscode/l10n";
import { hiddenCharacters } from "../../../shared/text/hiddenCharacters";
import { UserError } from "../../base/errors";
import { isSensitive, isShortName } from "./sensitivePath";

/** A path that may be written to. */
export interface AllowedPath {
	/** Relative to the workspace's folder, its parts joined by `/`. */
	readonly path: string;
	/** Whether the user must confirm the write, because VS Code or another program runs what is in the file. */
	readonly sensitive: boolean;
}

/** Maximum length of a file or folder name, in bytes of UTF-8. */
const longestPart = 255;
const longestPath = 1024;

/**
 * Matches the device names of Windows, also before spaces or an extension; Windows treats superscript digits like plain
 * ones.
 */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
/**
 * Matches characters that are not allowed in names on Windows, including those that separate parts, streams and drives.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const forbidden = /[\u0000-\u001f\u007f<>:"|?*\\/]/;
/** Characters that look like a dot or a slash, or become one by normalization. */
const lookalikes = /[\u2024-\u2026\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe52\ufe68\uff0e\uff0f\uff1a\uff3c]/;

/**
 * Checks a path from a model or the page by the rules of every operating system: a path that is harmless here may lead
 * out of the workspace on a file system that ignores case, drops dots, or has streams.
 *
 * @throws UserError with the reason when the path must not be written to.
 */
export function allowedPath(path: string): AllowedPath {
	const refuse = (why: string): never => {
		throw new UserError(l10n.t("Nothing can be written to “{0}”: {1}", shown(path), why));
	};
	if (path.trim() === "") throw new UserError(l10n.t("Enter the path of the file."));
	const parts = path
		.replaceAll("\\", "/")
		.replace(/^(?:\.\/)+/, "")
		.split("/");
	if (parts.at(-1) === "") refuse(l10n.t("it does not end in a file name."));
	if (parts[0] === "" || /^[a-z]:/i.test(path) || parts[0]?.startsWith("~"))
		refuse(l10n.t("it is not inside the workspace."));
	if (path.length > longestPath) refuse(l10n.t("it is too long."));
	for (const part of parts) {
		const why = whyNot(part);
		if (why) refuse(why);
	}
	return { path: parts.join("/"), sensitive: isSensitive(parts.map(fold)) };
}

/** Returns whether the user must confirm a write to a file outside the workspace, given its absolute path. */
export function isSensitiveOutside(path: string): boolean {
	return isSensitive(path.replaceAll("\\", "/").split("/").map(fold));
}

function whyNot(part: string): string | undefined {
	const plain = fold(part);
	if (part === "" || part === ".") return l10n.t("it contains an empty name.");
	if (plain === ".." || /^\.+$/.test(plain) || /%2e|%2f|%5c/i.test(part)) return l10n.t("it leads out of its folder.");
	if (hiddenCharacters(part).length > 0) return l10n.t("it contains invisible characters.");
	if (forbidden.test(part) || lookalikes.test(part) || forbidden.test(plain)) {
		return l10n.t("it contains characters that file names should not have.");
	}
	if (part !== part.trim() || part.endsWith("."))
		return l10n.t("one of its names begins or ends with a space, or ends with a dot.");
	if (device.test(plain)) return l10n.t("it contains a name that is reserved on Windows.");
	if (plain === ".git" || /^\.git~\d+$/.test(plain) || isShortName(plain, ".git"))
		return l10n.t("Git keeps its own files there.");
	if (new TextEncoder().encode(part).length > longestPart) return l10n.t("it is too long.");
	return undefined;
}

/** Returns the form that a name may take on a file system that ignores case and drops some characters. */
function fold(part: string): string {
	const bare = [...part.normalize("NFKC")].filter((character) => hiddenCharacters(character).length === 0).join("");
	let end = bare.length;
	while (bare[end - 1] === "." || bare[end - 1] === " ") end--;
	const onlyDots = bare.length > 0 && !/[^.]/.test(bare);
	return (onlyDots ? bare : bare.slice(0, end)).toLowerCase();
}

/** Returns a path for display, without invisible characters. */
function shown(path: string): string {
	const bare = [...path].filter((character) => hiddenCharacters(character).length === 0).join("");
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the sentence.
	return bare.replace(/[\u0000-\u001f\u007f]/g, "�").slice(0, 120);
}
