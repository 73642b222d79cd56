import { appendAll } from "../../../shared/untrusted/appendAll";
import { languageIds } from "./languages";

/** What a person types, taken apart: words, and filters such as `path:src/core` and `lang:ts`. */
export interface SearchQuery {
	/** What is searched for, without the filters. */
	readonly text: string;
	/** A file must fit one of them; without any, every file does. */
	readonly paths: readonly string[];
	/** A file must fit none of them: `-path:test`. */
	readonly withoutPaths: readonly string[];
	/** Language ids or endings, of which a file must have one; without any, every file does. */
	readonly languages: readonly string[];
	/** The same, of which a file must have none: `-lang:md`. */
	readonly withoutLanguages: readonly string[];
}

const filter = /(^|\s)(-?)(path|lang):(?:"([^"]*)"|(\S+))/gi;

/** Reads `path:…` and `lang:…`, and `-path:…` and `-lang:…`, out of a query; values with blanks stand in quotes. */
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

/** What a person asks in whole sentences, perhaps with a log or code pasted in: nothing in it is a filter. */
export function proseQuery(text: string): SearchQuery {
	return { text: text.trim(), paths: [], withoutPaths: [], languages: [], withoutLanguages: [] };
}

/** Whether a query leaves any file out. */
export function hasFilters({ paths, withoutPaths, languages, withoutLanguages }: SearchQuery): boolean {
	return paths.length + withoutPaths.length + languages.length + withoutLanguages.length > 0;
}

/** Whether a file fits a query's filters. A path filter is a part of the path; `*` stands for anything. What is no language is an ending. */
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

/** No regular expression: one with many `*` would take for ever. @returns what takes a path in small letters, with `/` before it. */
function pathFilter(typed: string): (path: string) => boolean {
	const parts = typed.replaceAll("\\", "/").toLowerCase().split("*");
	const last = parts.pop() ?? "";
	if (parts.length === 0) return (path) => path.includes(last);
	// `*.test.ts` means the end of the path, and `src/*` its beginning or a folder's.
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
