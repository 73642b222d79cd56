import { appendAll } from "../../../shared/untrusted/appendAll";
import { languageIds } from "./languages";

/** A query as the user typed it, parsed into words and filters such as `path:src/core` and `lang:ts`. */
export interface SearchQuery {
	/** The text to search for, without the filters. */
	readonly text: string;
	/** A file must match at least one of them; if there are none, every file matches. */
	readonly paths: readonly string[];
	/** A file must match none of them: `-path:test`. */
	readonly withoutPaths: readonly string[];
	/** Language ids or extensions, of which a file must have one; if there are none, every file matches. */
	readonly languages: readonly string[];
	/** Language ids or extensions that a file must not have: `-lang:md`. */
	readonly withoutLanguages: readonly string[];
}

const filter = /(^|\s)(-?)(path|lang):(?:"([^"]*)"|(\S+))/gi;

/** Parses `path:…` and `lang:…`, and `-path:…` and `-lang:…`, in a query; values with spaces are quoted. */
export function parseQuery(typed: string): SearchQuery {
	const paths: string[] = [];
	const withoutPaths: string[] = [];
	const languages: string[] = [];
	const withoutLanguages: string[] = [];
	const text = typed.replace(filter, (_all, _before, minus, name, quoted, plain) => {
		const value: string = quoted ?? plain;
		if (name.toLowerCase() === "lang") appendAll(minus ? withoutLanguages : languages, languageIds(value));
		else (minus ? withoutPaths : paths).push(value);
		return " ";
	});
	return { text: text.replace(/\s+/g, " ").trim(), paths, withoutPaths, languages, withoutLanguages };
}

/**
 * Returns a query for a question in whole sentences, perhaps with a pasted log or code: nothing in it is read as a
 * filter.
 */
export function proseQuery(text: string): SearchQuery {
	return { text: text.trim(), paths: [], withoutPaths: [], languages: [], withoutLanguages: [] };
}

/** Returns whether a query excludes any file. */
export function hasFilters({ paths, withoutPaths, languages, withoutLanguages }: SearchQuery): boolean {
	return paths.length + withoutPaths.length + languages.length + withoutLanguages.length > 0;
}

/**
 * Returns a function that checks whether a file matches a query's filters. A path filter is a part of the path; `*`
 * matches any characters. A language filter is the id of a language or a file extension.
 */
export function fileFits(query: SearchQuery): (path: string, language: string) => boolean {
	const { languages, withoutLanguages } = query;
	const paths = query.paths.map(pathFilter);
	const without = query.withoutPaths.map(pathFilter);
	return (path, language) => {
		const lower = `/${path.toLowerCase()}`;
		const isIn = (name: string) => name === language || lower.endsWith(`.${name}`);
		return (
			(paths.length === 0 || paths.some((fits) => fits(lower))) &&
			!without.some((fits) => fits(lower)) &&
			(languages.length === 0 || languages.some(isIn)) &&
			!withoutLanguages.some(isIn)
		);
	};
}

/**
 * Builds a path filter without a regular expression, which with many `*` would take forever. @returns a function that
 * checks a path in lower case that begins with `/`.
 */
function pathFilter(typed: string): (path: string) => boolean {
	const parts = typed.replaceAll("\\", "/").toLowerCase().split("*");
	const last = parts.pop() ?? "";
	if (parts.length === 0) return (path) => path.includes(last);
	// `*.test.ts` matches the end of the path, and `src/*` its beginning or that of a folder.
	if (parts[0]) parts[0] = `/${parts[0].replace(/^\//, "")}`;
	return (path) => {
		let from = 0;
		for (const part of parts) {
			const at = path.indexOf(part, from);
			if (at < 0) return false;
			from = at + part.length;
		}
		return path.length - last.length >= from && path.endsWith(last);
	};
}
