import { languageIds } from "./languages";

/** What a person types, taken apart: words, and filters such as `path:src/core` and `lang:ts`. */
export interface SearchQuery {
	/** What is searched for, without the filters. */
	readonly text: string;
	/** A file must fit one of them; without any, every file does. */
	readonly paths: readonly string[];
	/** A file must fit none of them: `-path:test`. */
	readonly withoutPaths: readonly string[];
	/** Language ids, of which a file must have one; without any, every file does. */
	readonly languages: readonly string[];
}

const filter = /(^|\s)(-?)(path|lang):(?:"([^"]*)"|(\S+))/gi;

/** Reads `path:…`, `-path:…` and `lang:…` out of a query; values with blanks stand in quotes. */
export function parseQuery(typed: string): SearchQuery {
	const paths: string[] = [];
	const withoutPaths: string[] = [];
	const languages: string[] = [];
	const text = typed.replace(filter, (_all, _before, minus, name, quoted, plain) => {
		const value: string = quoted ?? plain;
		if (name.toLowerCase() === "lang") languages.push(...languageIds(value));
		else (minus ? withoutPaths : paths).push(value);
		return " ";
	});
	return { text: text.replace(/\s+/g, " ").trim(), paths, withoutPaths, languages };
}

/** Whether a query leaves any file out. */
export function hasFilters({ paths, withoutPaths, languages }: SearchQuery): boolean {
	return paths.length + withoutPaths.length + languages.length > 0;
}

/** Whether a file fits a query's filters. A path filter is a part of the path; `*` stands for anything. */
export function fileFits(query: SearchQuery): (path: string, language: string) => boolean {
	const patterns = query.paths.map(pathPattern);
	const without = query.withoutPaths.map(pathPattern);
	return (path, language) =>
		(patterns.length === 0 || patterns.some((pattern) => pattern.test(path))) &&
		!without.some((pattern) => pattern.test(path)) &&
		(query.languages.length === 0 || query.languages.includes(language));
}

function pathPattern(typed: string): RegExp {
	const parts = typed.replaceAll("\\", "/").replace(/\*+/g, "*").split("*");
	const escaped = parts.map((part) => part.replace(/[.+?^${}()|[\]]/g, "\\$&")).join(".*");
	// `*.test.ts` means the end of the path, and `src/*` its beginning or a folder's.
	const begin = typed.startsWith("*") || parts.length === 1 ? "" : "(?:^|/)";
	const end = !typed.endsWith("*") && parts.length > 1 ? "$" : "";
	return new RegExp(`${begin}${escaped}${end}`, "i");
}
