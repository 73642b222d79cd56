import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A module that reads texts, as far as its source shows. */
export interface ReadingModule {
	/** Its file below the folder, without the extension. */
	readonly module: string;
	/** The exported functions and classes that take a string, and that nothing else in the module uses. */
	readonly readers: readonly string[];
	/** The modules that it imports, without type-only imports. */
	readonly imports: readonly string[];
	/** Whether it has a pattern or a loop, so that its time may grow faster than a text, and runs without VS Code. */
	readonly isMeasurable: boolean;
}

/** Returns every module of a folder, and its exports that read a string. */
export function readersIn(folder: string): readonly ReadingModule[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((file) => file.replaceAll("\\", "/"))
		.filter((file) => file.endsWith(".ts"))
		.map((file) => ({ module: file.slice(0, -3), ...readerOf(readFileSync(join(folder, file), "utf8"), file) }));
}

/**
 * Returns the modules that can be slow, read a string and are not measured: a module that is not in the table, that no
 * module of the table imports, and for which no reason is given. A module that imports VS Code cannot be measured: it
 * leaves the reading of texts to others.
 *
 * @param table the measured names of each module.
 * @param reasons why modules are not measured; one that is not needed is a problem too.
 */
export function missingReaders(
	modules: readonly ReadingModule[],
	table: ReadonlyMap<string, ReadonlySet<string>>,
	reasons: Readonly<Record<string, string>>,
): readonly string[] {
	const imported = importedBy([...table.keys()], new Map(modules.map((one) => [one.module, one.imports])));
	const missing = modules
		.filter(({ module, isMeasurable }) => isMeasurable && !imported.has(module))
		.flatMap(({ module, readers }) =>
			readers.filter((name) => !table.get(module)?.has(name)).map((name) => ({ module, name })),
		);
	const unneeded = Object.keys(reasons).filter((module) => !missing.some((one) => one.module === module));
	return [
		...missing.filter(({ module }) => reasons[module] === undefined).map(({ module, name }) => `${module}: ${name}`),
		...unneeded.map((module) => `${module} needs no reason`),
	].sort();
}

/** Returns the modules that these import, directly or indirectly. */
function importedBy(modules: readonly string[], imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
	const found = new Set<string>();
	const waiting = modules.flatMap((module) => imports.get(module) ?? []);
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		if (found.has(next)) continue;
		found.add(next);
		for (const one of imports.get(next) ?? []) waiting.push(one);
	}
	return found;
}

function readerOf(source: string, file: string): Omit<ReadingModule, "module"> {
	const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
	const canBeSlow = /\b(?:for|while) (?:await )?\(|\bdo \{/.test(code) || literal.test(code);
	const functions = [...code.matchAll(/^export (?:async )?function\*? (\w+)(?:<[^(]*?>)?\(([\s\S]*?)\)(?:: | \{)/gm)]
		.filter(([, , parameters = ""]) => /\bstring\b/.test(parameters))
		.flatMap(([, name = ""]) => name);
	const [, ownClass] = /^export class (\w+)/m.exec(code) ?? [];
	const takes = /^\t(?!constructor|private|readonly)(?:async )?\*?\w+\([^)]*\bstring\b[^)]*\)/m.test(code);
	const used = (name: string) => code.split(new RegExp(`\\b${name}\\b`)).length > 2;
	return {
		readers: [...functions.filter((name) => !used(name)), ...(ownClass && takes ? [ownClass] : [])],
		imports: [...code.matchAll(/^(?:import|export) (?!type )[^;]*? from "(\.[^"]+)"/gm)].map(([, path = ""]) =>
			join(file, "..", path).replaceAll("\\", "/"),
		),
		isMeasurable: canBeSlow && !code.includes('import * as vscode from "vscode"'),
	};
}

/** Matches a regular expression in source code: a literal after a character that does not end an operand. */
const literal = /[=(,:!&|?[{;\s]\/(?![/*\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*[.,;)\s]/;
