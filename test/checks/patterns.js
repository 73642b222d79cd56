// Fails on every regular expression of a folder that is not proven to be quick on any text, whoever wrote that.
//   node test/checks/patterns.js [FOLDER]
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { check } from "recheck";
import { exceptionProblems, exceptions } from "./patternExceptions.js";
import { patternsIn } from "./patternsIn.js";

const folder = process.argv[2] ?? "src";

/** Milliseconds after which a pattern counts as one that cannot be checked. Nothing else is timed: a slow machine finds the same. */
const limits = { timeout: 60_000, attackTimeout: null, incubationTimeout: null };

/** What was found of each pattern, by the checker's version: an unchanged tree is not checked again. */
const cacheFile = "node_modules/.cache/gatehouse-patterns.json";
const { version } = JSON.parse(readFileSync("node_modules/recheck/package.json", "utf8"));
const cached = readCache();

const problems = exceptionProblems();
const patterns = [];
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
	if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
	const file = join(entry.parentPath, entry.name);
	const found = await patternsIn(readFileSync(file, "utf8"));
	patterns.push(...found.patterns.map((pattern) => ({ file, ...pattern })));
	for (const { what, line } of found.made)
		problems.push(`${file}:${line} makes a regular expression at run time (${what})`);
}
if (patterns.length === 0) problems.push(`${folder} has no regular expression; is it the right folder?`);

const distinct = [...new Map(patterns.map((pattern) => [keyOf(pattern), pattern])).entries()];
const queue = distinct.filter(([key]) => cached[key] === undefined);
const checkedNow = queue.length;
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, checkQueue));
mkdirSync(dirname(cacheFile), { recursive: true });
writeFileSync(cacheFile, JSON.stringify(Object.fromEntries(Object.entries(cached).sort())));

for (const pattern of patterns) {
	const result = cached[keyOf(pattern)] ?? "not checked in time";
	if (result !== "safe" && !exceptions.some((one) => sameAs(one, pattern))) {
		problems.push(`${pattern.file}:${pattern.line} ${result}: /${pattern.source}/${pattern.flags}`);
	}
}
if (folder === "src") {
	for (const one of exceptions) {
		if (!patterns.some((pattern) => sameAs(one, pattern)))
			problems.push(`${one.file} has no /${one.source}/ to be excepted`);
	}
}

for (const problem of problems.sort()) console.error(`gatehouse: ${problem}`);
console.log(
	`gatehouse: ${patterns.length} patterns (${distinct.length} distinct, ${checkedNow} checked now), ${exceptions.length} exceptions, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function sameAs(one, { file, source, flags }) {
	return one.source === source && one.flags === flags && file.endsWith(one.file);
}

function keyOf({ source, flags }) {
	return createHash("sha256")
		.update(JSON.stringify([version, source, flags]))
		.digest("base64url");
}

async function checkQueue() {
	for (let next = queue.shift(); next; next = queue.shift()) {
		const [key, { source, flags }] = next;
		const { status, error, complexity } = await check(source, flags, limits);
		if (status === "unknown") {
			// A time-out may be the machine's fault; the next run tries again.
			if (error.kind !== "timeout") cached[key] = `cannot be read (${error.kind}: ${error.message})`;
		} else {
			cached[key] = status === "safe" ? "safe" : `${status} (${complexity.summary})`;
		}
	}
}

function readCache() {
	try {
		return JSON.parse(readFileSync(cacheFile, "utf8"));
	} catch {
		return {};
	}
}
