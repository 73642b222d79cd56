import { editorGlob } from "../../shared/untrusted/editorGlob";
import { globOf, matches } from "../../shared/untrusted/globSteps";
import { limits } from "../../shared/untrusted/limits";

/** The paths by which the globs of VS Code's settings can name a file. */
export interface PlacedFile {
	/** The absolute path, its parts joined by `/`. */
	readonly path: string;
	/** The path in the workspace folder that contains it; absent outside the workspace. */
	readonly inFolder?: string;
}

/** VS Code's settings for read-only files: globs, each with whether it applies. */
export interface ReadOnlySettings {
	readonly include: unknown;
	readonly exclude: unknown;
}

/**
 * Returns whether settings make a file read-only, as VS Code does; `undefined` where they do not name it. Globs are
 * matched with the path in the workspace folder; with the absolute path only outside the workspace, or if one of the
 * setting's globs is absolute. Settings that are too large to be evaluated make all files read-only.
 */
export function readOnlyBySettings(file: PlacedFile, { include, exclude }: ReadOnlySettings): boolean | undefined {
	return names(include, file, true) ? !names(exclude, file, false) : undefined;
}

/** @param otherwise the result for a setting that is too large: its globs may come from the repository. */
function names(setting: unknown, { path, inFolder }: PlacedFile, otherwise: boolean): boolean {
	if (typeof setting !== "object" || setting === null) return false;
	const entries = Object.entries(setting);
	if (entries.length > limits.globs || entries.some(([key]) => key.length > limits.globLength)) return otherwise;
	const isOnWindows = /^\/?[a-z]:[\\/]/i.test(path);
	const form = isOnWindows ? windowsForm : (text: string) => text;
	const keys = entries.map(([key, on]) => ({ key: form(key), on }));
	const globs = keys.filter(({ on }) => on === true).map(({ key }) => globOf(editorGlob(key)));
	if (globs.reduce((sum, { load }) => sum + load, 0) > limits.globSteps) return otherwise;
	const isNamed = (text: string) => globs.some((glob) => matches(glob, text));
	const absolute = form(path);
	if (inFolder === undefined) return isNamed(absolute);
	const hasAbsolute = keys.some(({ key }) => key.startsWith("/") || (isOnWindows && /^[a-z]:/.test(key)));
	return isNamed(form(inFolder)) || (hasAbsolute && isNamed(absolute));
}

/** Returns a Windows path or glob with forward slashes and a lower-case drive letter, as VS Code compares them. */
function windowsForm(text: string): string {
	return text.replaceAll("\\", "/").replace(/^\/?[a-z]:/i, (disk) => disk.replace("/", "").toLowerCase());
}
