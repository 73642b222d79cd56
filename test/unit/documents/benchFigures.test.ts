import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { goalRows } from "../../bench/edits/goalRows";

/** `npm test` runs in the project's folder. */
const folder = "test/bench";

/** Stands for a part of a figure's name that is known only when the bench runs. */
const unknown = "\0";

/** Returns the names of the figures that a source of the bench passes to `measured`. */
function figuresIn(source: string): string[] {
	const literals = (text: string) =>
		[...text.matchAll(/(?:^|=> ?|= |\? |: )(?:"([^"]+)"|`([^`]+)`)/g)].map(([, plain, template]) =>
			(plain ?? template ?? "").replace(/\$\{[^}]+\}/g, unknown),
		);
	return [...source.matchAll(/\bmeasured\(\s*(?:(["`][^"`]+["`])|(\w+))/g)].flatMap(([, literal, variable, at]) => {
		if (literal) return literals(literal);
		// The declaration before the call, or a function's, which may follow it.
		const declared = [...source.matchAll(new RegExp(`const ${variable} = (.+);`, "g"))];
		const nearest = declared.filter(({ index }) => index < Number(at)).at(-1) ?? declared.at(-1);
		return literals(nearest?.[1] ?? "");
	});
}

/** The figures that the bench prints. */
function printedFigures(): string[] {
	const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
	return sources.flatMap((name) => figuresIn(readFileSync(join(folder, name), "utf8")));
}

/** Returns the figures that a document names: after "Figure:" or "Figures …:", and in the first column of a table of figures. */
function namedFigures(document: string): string[] {
	const sentences = [...document.matchAll(/\bFigures?\b(?:[^:`|]|`\w+`)*:((?:(?!\n\n|\n- ).)*)/gs)];
	const tables = [...document.matchAll(/^\| Figure \|.*\n((?:\|.*\n)+)/gm)];
	const rows = tables.flatMap(([, table = ""]) => table.split("\n").map((row) => row.split("|")[1] ?? ""));
	return [...sentences.map(([, text = ""]) => text), ...rows]
		.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)])
		.map(([, name = ""]) => name);
}

/**
 * Returns whether a name stands for a figure of the bench. A prefix up to a colon may be left out of the name, and in
 * it, "…" at the end means any text.
 */
function isFigure(name: string, figure: string): boolean {
	const parts = figure.split(": ");
	return parts.some((_, first) => {
		const rest = parts.slice(first).join(": ");
		if (rest === unknown) return false;
		if (name.endsWith("…")) return rest.startsWith(name.slice(0, -1).trimEnd());
		const pattern = rest.split(unknown).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
		return new RegExp(`^${pattern.join("[^/:]+")}$`).test(name);
	});
}

/**
 * The measurements that a document states outside the names of figures, where the next run would make them outdated:
 * numbers with a unit, fractions and large numbers, but not versions.
 */
function measurementsIn(document: string): string[] {
	const prose = document.replace(/`[^`\n]+`/g, "").replace(/\b(?:VS Code|Node) \d+(?:\.\d+)*/g, "");
	const unit = "\\s?(?:ms|s|µs|bytes|[KMG]B|%|×|times|tokens)(?![\\p{L}\\d])";
	return (prose.match(new RegExp(`\\d[\\d.,]*${unit}|\\d+[.,]\\d[\\d.,]*(?<![.,])`, "gu")) ?? []).map((found) => found);
}

/** Returns the problems of a document's figures: names that the bench does not print, and numbers that it should print. */
function problemsIn(document: string, printed: readonly string[]): string[] {
	const unprinted = namedFigures(document).filter((name) => !printed.some((figure) => isFigure(name, figure)));
	return [...unprinted, ...measurementsIn(document)];
}

describe("bench: the names of the figures", () => {
	const printed = printedFigures();

	it("are found in the sources", () => {
		assert.ok(printed.length > 70, `${printed.length}`);
		assert.deepEqual(
			printed.filter((name) => name.replaceAll(unknown, "").length < 3),
			[],
		);
	});

	it("in docs/performance.md are only those that the bench prints, and it states no number itself", () => {
		const document = readFileSync("docs/performance.md", "utf8");
		assert.ok(namedFigures(document).length > 25, `${namedFigures(document).length}`);
		assert.deepEqual(problemsIn(document, printed), []);
	});

	it("in docs/performance.md fail the check if the bench does not print one, or a number", () => {
		const document = readFileSync("docs/performance.md", "utf8");
		const planted = [
			"\nStreaming takes 0.24 of the time. Figure: `CPU per chunk: Gatehouse / a planted one`.\n",
			"\n| Figure | Shows |\n|---|---|\n| `planted in a table` | 2,445,393 bytes |\n",
		];
		assert.deepEqual(problemsIn(document + planted.join(""), printed), [
			"CPU per chunk: Gatehouse / a planted one",
			"planted in a table",
			"0.24",
			"2,445,393 bytes",
		]);
	});

	it("may contain a measurement, unlike the rest of a document", () => {
		const document =
			"Drawing takes 12.5 ms, 3× less than `500 messages: seen` and `tasks > 50 ms`, and needs 40 MB or 7 %.";
		assert.deepEqual(measurementsIn(document), ["12.5 ms", "3×", "40 MB", "7 %"]);
		assert.deepEqual(measurementsIn("VS Code 1.106 and Node 20.19 need 2.3 times as much, 1,000 in all."), [
			"2.3 times",
			"1,000",
		]);
	});

	it("in docs/performance.md include the rows of the goals of edits", () => {
		const [, table = ""] =
			/^\| Row of goals \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(readFileSync("docs/performance.md", "utf8")) ?? [];
		const first = table.split("\n").map((row) => row.split("|")[1] ?? "");
		const named = first.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
		assert.deepEqual(named.sort(), goalRows.map(({ name }) => name).sort());
	});

	it("are compared in full, except for a prefix and parts that only a run knows", () => {
		const [figure, plain] = [`${unknown}: busy: Gatehouse / plain text`, `CPU per chunk: ${unknown}`];
		assert.ok(isFigure("busy: Gatehouse / plain text", figure));
		assert.ok(isFigure("table: busy: Gatehouse / plain text", figure));
		assert.ok(isFigure("CPU per chunk: …", plain));
		assert.ok(!isFigure("busy: Gatehouse", figure));
		assert.ok(!isFigure("busy: Gatehouse / plain texts", figure));
		assert.ok(!isFigure("CPU per chunk: Gatehouse / raw socket", plain));
		assert.ok(!isFigure("anything", unknown));
	});
});
