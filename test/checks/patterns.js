// Fails on every regular expression in a folder that is not known to be fast on every text.
//   node test/checks/patterns.js [FOLDER [EXCEPTIONS]]
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { check } from "recheck";
import { exceptionProblems } from "./exceptionProblems.js";
import { patternsIn } from "./patternsIn.js";

const [folder = "src", list = join(dirname(fileURLToPath(import.meta.url)), "patternExceptions.js")] =
	process.argv.slice(2);
const { exceptions } = await import(pathToFileURL(resolve(list)).href);

/**
 * Time limit after which a pattern counts as unchecked, in milliseconds. Nothing else is timed, so that a slow machine
 * has the same results.
 */
const limits = { timeout: 120_000, attackTimeout: null, incubationTimeout: null };

/** The result for each pattern, by the checker's version: an unchanged tree is not checked again. */
const cacheFile = "node_modules/.cache/gatehouse/patterns.json";
const { version } = JSON.parse(readFileSync("node_modules/recheck/package.json", "utf8"));
const cached = readCache();

const problems = exceptionProblems(exceptions);
const patterns = [];
/** The constants of each file that are patterns, and the uses of names from other files as patterns. */
const constants = new Map();
const imported = [];
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
	if (!entry.isFile() || !/\.[cm]?[jt]s$/.test(entry.name)) continue;
	const file = join(entry.parentPath, entry.name);
	try {
		const found = await patternsIn(readFileSync(file, "utf8"));
		patterns.push(...found.patterns.map((pattern) => ({ file, ...pattern, key: keyOf(pattern) })));
		for (const { what, line } of found.made) problems.push(madeAtRunTime(file, line, what));
		constants.set(withoutEnding(file), found.constants);
		imported.push(...found.imported.map((use) => ({ file, ...use })));
	} catch (error) {
		problems.push(`${file} cannot be parsed: ${error.message}`);
	}
}
for (const { file, name, from, what, line } of imported)
	if (!constants.get(join(dirname(file), from))?.includes(name)) problems.push(madeAtRunTime(file, line, what));
if (patterns.length === 0) problems.push(`${folder} has no regular expression; is it the right folder?`);

const distinct = new Map(patterns.map((pattern) => [pattern.key, pattern]));
const queue = [...distinct.values()].filter(({ key }) => cached[key] === undefined);
const checkedNow = queue.length;
await Promise.all(Array.from({ length: availableParallelism() }, checkQueue));
if (checkedNow > 0) {
	mkdirSync(dirname(cacheFile), { recursive: true });
	writeFileSync(cacheFile, JSON.stringify(cached));
}

for (const pattern of patterns) {
	const result = cached[pattern.key] ?? "not checked in time";
	if (result !== "safe" && !exceptions.some((one) => isSame(one, pattern)))
		problems.push(`${pattern.file}:${pattern.line} ${result}: /${pattern.source}/${pattern.flags}`);
}
for (const one of exceptions) {
	if (!patterns.some((pattern) => isSame(one, pattern) && cached[pattern.key] !== "safe"))
		problems.push(`/${one.source}/${one.flags} of ${one.file} needs no exception`);
}

for (const problem of problems.sort()) console.error(`gatehouse: ${problem}`);
console.log(
	`gatehouse: ${patterns.length} patterns (${distinct.size} distinct, ${checkedNow} checked now), ${exceptions.length} exceptions, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function madeAtRunTime(file, line, what) {
	return `${file}:${line} makes a regular expression at run time (${what}): write a literal or a scanner`;
}

function withoutEnding(file) {
	return file.replace(/\.[cm]?[jt]s$/, "");
}

function isSame(one, { file, source, flags }) {
	return one.source === source && one.flags === flags && file === join(folder, one.file);
}

function keyOf({ source, flags }) {
	return createHash("sha256")
		.update(JSON.stringify([version, source, flags]))
		.digest("base64url");
}

async function checkQueue() {
	for (let next = queue.shift(); next; next = queue.shift()) {
		const { status, error, complexity } = await check(next.source, next.flags, limits);
		if (status === "safe") cached[next.key] = "safe";
		else if (status === "vulnerable") cached[next.key] = `vulnerable (${complexity.summary})`;
		// A time-out may be the machine's fault: the next run tries again.
		else if (error.kind !== "timeout") cached[next.key] = `cannot be read (${error.kind}: ${error.message ?? ""})`;
	}
}

function readCache() {
	try {
		return JSON.parse(readFileSync(cacheFile, "utf8"));
	} catch {
		// There is no file yet, or a run was stopped while it wrote the file.
		return {};
	}
}
