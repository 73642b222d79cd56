import assert from "node:assert/strict";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import {
	destinationText,
	outcomeText,
	pausableText,
	percentDone,
	planText,
	progressText,
	progressTitle,
	shortProgressText,
} from "../../../../../src/core/search/building/buildTexts";
import { combinedGlob } from "../../../../../src/core/search/building/combinedGlob";
import { indexLines, indexReport } from "../../../../../src/core/search/building/indexReport";
import type { BuildState } from "../../../../../src/core/search/model/buildState";
import type { IndexFacts } from "../../../../../src/core/search/model/indexCatalogue";
import { chunksWithin } from "../../../../../src/core/search/query/chunksWithin";
import {
	placeOf,
	searchResultText,
	searchResultTexts,
	snippetOf,
} from "../../../../../src/core/search/query/searchResultText";
import { limits } from "../../../../../src/shared/untrusted/limits";
import { foundChunk } from "../foundChunk";

const plan = {
	gatewayName: "Demo",
	model: "demo-embed",
	folders: [],
	newFolders: [],
	files: 1200,
	filesToSend: 1100,
	missing: 5300,
	tokens: 1_234_567,
};

describe("index: texts about a build", () => {
	it("state what is sent, about how much, and to whom", () => {
		assert.match(planText(plan, "en"), /^Files: 1,100 · Chunks: 5,300 · Tokens: .*1,200,000$/);
		assert.equal(destinationText(plan), "Sent to: Demo");
		assert.equal(destinationText({ ...plan, missing: 0 }), "");
		const empty = planText({ ...plan, filesToSend: 0, missing: 0, tokens: 0 }, "en");
		assert.match(empty, /nothing to send now.*\bDemo\b/);
	});

	it("report the progress, with the rate and the remaining time when they are known", () => {
		assert.match(progressText({ phase: "reading", done: 0, total: 0 }, "en"), /^Reading/);
		assert.match(progressText({ phase: "reading", done: 32, total: 1200 }, "en"), /^Files read: 32 .*1,200$/);
		assert.match(progressText({ phase: "embedding", done: 0, total: 9 }, "en"), /^Chunks embedded: 0 \S+ 9$/);
		const progress = { phase: "embedding", done: 300, total: 900, rate: 12.34, left: 48_600 } as const;
		assert.match(progressText(progress, "en"), /^Chunks embedded: 300 \S+ 900 · 12 .*second · 49 s/);
		assert.match(
			progressText({ ...progress, files: { done: 41, total: 1200 } }, "en"),
			/^Chunks embedded: 300 \S+ 900 · 12 .*second · files .*41 \S+ 1,200 · 49 s/,
		);
		assert.equal(percentDone(progress), 33);
		assert.equal(shortProgressText(progress), "Index 33%");
		assert.equal(shortProgressText({ phase: "reading", done: 9, total: 9 }), "Index: Reading Files", "not 100%");
		const cause = new GatewayError("rateLimited", "Slow down.");
		const wait = { until: new Date(2026, 0, 2, 20, 31, 5).getTime(), cause };
		const waiting = { ...progress, files: { done: 41, total: 1200 }, wait };
		assert.match(progressText(waiting, "fr"), /^Chunks embedded: 300 \S+ 900 · waiting .*20:31:05: Slow down\.$/);
		assert.equal(progressTitle(waiting, "fr"), "Index 33% · waiting until 20:31:05");
		assert.equal(progressTitle(progress, "en"), progressText(progress, "en"));
		assert.match(pausableText(progress, "en"), /49 s left\. Click to pause\.$/);
		assert.match(pausableText(waiting, "en"), /: Slow down\. Click to pause\.$/);
	});

	it("report the outcome, and refusals with their cause", () => {
		const outcome = { embedded: 3, refused: ["a.ts", "b.ts"], refusal: "Too long." };
		assert.match(outcomeText({ plan, declined: false }, "en"), /up to date\. Files: 1,200$/);
		assert.match(
			outcomeText({ plan, outcome: { ...outcome, refused: [] }, declined: false }, "en"),
			/is built\. .*: 1,200$/,
		);
		const empty = { plan: { ...plan, files: 0 }, declined: false };
		assert.match(outcomeText(empty, "en"), /^There is nothing to index/);
		assert.match(outcomeText({ plan, outcome, declined: false }, "en"), /parts of some files \(2\): Too long\./);
	});
});

describe("search: a result's text", () => {
	it("has its place, and a fence that the text does not close", () => {
		const chunk = foundChunk({ firstLine: 4, lastLine: 4, symbol: "fence", text: "````\n" });
		assert.equal(placeOf(chunk), "src/a.ts:4");
		assert.match(searchResultText(chunk), /^src\/a\.ts:4 fence\n`{5}typescript\n````\n\n`{5}$/);
		assert.match(searchResultText(chunk, true), /^src\/a\.ts:4 fence \(changed since\)\n/);
		assert.equal(placeOf(foundChunk({ firstLine: 4, lastLine: 9 })), "src/a.ts:4-9");
	});

	it("has its current place, is marked as changed if it was edited, and is left out if its file is gone", () => {
		const found = ["a", "b", "c"].map((name) => foundChunk({ path: `${name}.ts`, firstLine: 1, lastLine: 2 }));
		const now = [foundChunk({ path: "a.ts", firstLine: 4, lastLine: 5 }), "changed", "gone"] as const;
		assert.deepEqual(
			searchResultTexts(found, now).map((text) => text.split("\n")[0]),
			["a.ts:4-5", "b.ts:1-2 (changed since)"],
		);
	});

	it("has its meaningful lines as a snippet", () => {
		assert.equal(snippetOf(foundChunk({ text: "/**\n\t* Adds up.\n */\n\n\tadd(a, b) {\n" })), "Adds up. add(a, b) {");
	});

	it("is chosen within a budget, the best first, without those that are too large", () => {
		const found = ["aaaa", "aaaaaaaaaa", "aa", "a"].map((text) => foundChunk({ text, keywordRank: 1 }));
		const chosen = chunksWithin(found, 7, (text) => text.length);
		assert.deepEqual(
			chosen.map(({ text }) => text),
			["aaaa", "aa", "a"],
		);
	});

	it("is chosen once, however many places have it", () => {
		const found = ["a.ts", "b.ts"].map((path) => foundChunk({ path, text: "same", keywordRank: 1 }));
		assert.deepEqual(
			chunksWithin(found, 100, () => 1).map(({ path }) => path),
			["a.ts"],
		);
	});
});

describe("search: a result that is attached to a question", () => {
	it("has one of its keywords, or is nearly as similar as the nearest one", () => {
		const found = [{ similarity: 0.5 }, { similarity: 0.4 }, { similarity: 0.1 }, { similarity: 0.1, keywordRank: 9 }];
		const chunks = found.map((own, number) => foundChunk({ ...own, text: `${number}` }));
		const chosen = chunksWithin(chunks, 100, () => 1);
		assert.deepEqual(
			chosen.map(({ similarity, keywordRank }) => keywordRank ?? similarity),
			[0.5, 0.4, 9],
		);
	});
});

describe("search: the glob of files left out of the index", () => {
	it("combines all globs in one, without nested braces", () => {
		assert.equal(combinedGlob([]).glob, undefined);
		assert.equal(combinedGlob(["**/dist"]).glob, "**/dist");
		assert.equal(combinedGlob(["**/dist", "**/*.{js,map}", "**/dist"]).glob, "{**/dist,**/*.js,**/*.map}");
		assert.equal(combinedGlob(["{a,b{c,d}}/{e,f}"]).glob, "{a/e,a/f,bc/e,bc/f,bd/e,bd/f}");
		assert.equal(combinedGlob(["}{a,b}", "c"]).glob, "{}a,}b,c}");
		assert.deepEqual(combinedGlob(["a}", "{b"]), { glob: "{a},{b}", others: [] });
	});
});

describe("index: globs with many choices", () => {
	it("are matched without VS Code's search above the limit", () => {
		const choices = (count: number) => `{${Array.from({ length: count }, (_, i) => i).join(",")}}`;
		assert.deepEqual(combinedGlob([choices(limits.globChoices)]).others, []);
		const tooMany = [choices(limits.globChoices + 1), "{a,b}".repeat(26), "{}".repeat(limits.globChoices * 3)];
		assert.deepEqual(combinedGlob(["dist", ...tooMany]), { glob: "dist", others: tooMany });
	});
});

describe("index: its view", () => {
	const facts: IndexFacts = {
		model: "demo-embed",
		dimension: 384,
		files: 12,
		chunks: 40,
		contents: 39,
		missing: 4,
		leftOut: [
			{ path: ".env", reason: "secret" },
			{ path: "logo`.png", reason: "binary" },
			{ path: "icon.png", reason: "binary" },
		],
		bytesOnDisk: 3 * 1024 * 1024,
		bytesInMemory: 512 * 1024,
		changedAt: Date.UTC(2026, 0, 2),
	};
	const context = {
		gatewayName: "Demo",
		state: { type: "idle" },
		language: "en",
		unlisted: [],
		away: [],
	} as const;

	it("lists sizes, model, state and the left-out files by reason", () => {
		const text = indexReport(facts, context);
		assert.match(text, /- Embedding model: demo-embed on Demo\n/);
		assert.match(text, /- Distinct chunks embedded: 35 of 39\n/);
		assert.match(text, /- On disk: 3 MB\n/);
		assert.match(text, /- State: Incomplete\n/);
		assert.match(text, /### Usually contains secrets \(1\)\n\n- `\.env`/);
		assert.match(text, /### Binary \(2\)\n\n- `logo'\.png`\n- `icon\.png`/);
	});

	it("has only a few lines", () => {
		const told = indexLines({ ...facts, refused: { contents: 1, paths: ["a.ts"], cause: "Too long." } }, context);
		assert.deepEqual(
			told.map(({ about }) => about),
			["state", "model", "refused", "leftOut"],
		);
		assert.match(told[0]?.note ?? "", /last change: Jan \d, 2026/);
		assert.equal(told[0]?.detail, "Files: 12 · Chunks: 40 · Embedded: 35 of 39");
		assert.match(told[1]?.detail ?? "", /3 MB on disk · 0\.5 MB of vectors in memory/);
		assert.equal(told[2]?.detail, "Too long.");
		assert.equal(told[3]?.detail, "Usually contains secrets (1) · Binary (2)");
		const refusedAlone = { ...facts, refused: { contents: 4, paths: ["a.ts"], cause: "Too long." }, bytesInMemory: 0 };
		const alone = indexLines(refusedAlone, context);
		assert.match(alone[0]?.label ?? "", /^Complete, .*refused/);
		assert.doesNotMatch(alone[1]?.detail ?? "", /memory/, "before the first search");
		const elsewhere = indexLines(facts, { ...context, state: { type: "elsewhere" } });
		assert.match(elsewhere[0]?.label ?? "", /^Incomplete: another window/);
		assert.equal(indexLines({ ...facts, missing: 0 }, context)[0]?.label, "Complete");
		const paused = indexLines({ ...facts, missing: 0 }, { ...context, state: { type: "paused" } });
		assert.equal(paused[0]?.label, "Paused", "nothing is followed");
	});

	it("leaves the progress of a build to the title, and says why the build waits", () => {
		const progress = { phase: "embedding", done: 35, total: 39, before: 30 } as const;
		const state = { type: "running", progress, asked: true } as const;
		const rows = (now: BuildState) =>
			indexLines(facts, { ...context, state: now }).map(({ about, label, detail }) => [about, label, detail]);
		const built = ["state", "Being built", "Files: 12 · Chunks: 40"];
		assert.deepEqual(rows(state)[0], built);
		const wait = { until: 0, cause: new GatewayError("rateLimited", "All seats are taken. Wait.") };
		assert.deepEqual(rows({ ...state, progress: { ...progress, wait } }).slice(0, 2), [
			built,
			["waiting", "All seats are taken.", "Wait."],
		]);
		assert.match(indexReport(facts, { ...context, state }), /- State: Chunks embedded: 35 of 39\n/);
	});

	it("names the virtual folders that are not listed, also in the report", () => {
		const unlisted = { ...context, unlisted: ["Library"] };
		assert.match(indexLines(facts, unlisted)[2]?.label ?? "", /: Library$/);
		assert.match(indexReport(facts, unlisted), /## Virtual Folders Whose Files VS Code Does Not List\n\n- `Library`/);
	});

	it("names unavailable folders, and says that nothing of them is lost", () => {
		const without = { ...context, away: ["app (2)", "share"] };
		assert.match(indexReport(facts, without), /## Unavailable Folders\n\n- `app \(2\)`\n- `share`\n/);
		const [, , away] = indexLines(facts, without);
		assert.match(away?.label ?? "", /^Unavailable folders: app \(2\), share$/);
		assert.match(away?.detail ?? "", /kept until/);
	});

	it("names what failed, and why", () => {
		const failed = { ...context, state: { type: "failed", error: new Error("There is no key.") } } as const;
		assert.match(indexReport(facts, failed), /- State: There is no key\.\n/);
		const lines = indexLines(facts, { ...failed, state: { type: "failed", error: new Error("It is down. Wait.") } });
		assert.deepEqual(
			lines.slice(0, 2).map(({ label, detail }) => [label, detail]),
			[
				["Incomplete", "Files: 12 · Chunks: 40 · Embedded: 35 of 39"],
				["It is down.", "Wait."],
			],
		);
		assert.equal(indexLines({ ...facts, missing: 0 }, failed)[0]?.label, "Incomplete");
		const refused = indexReport(
			{ ...facts, refused: { contents: 1, paths: ["long.ts"], cause: "Too long." } },
			context,
		);
		assert.match(refused, /## Refused by the Gateway\n\nToo long\.\n\n- `long\.ts`/);
	});
});
