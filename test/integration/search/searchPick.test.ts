import assert from "node:assert/strict";
import * as vscode from "vscode";
import { UserError } from "../../../src/core/base/errors";
import { GatewayError } from "../../../src/core/gateway/gatewayError";
import type { IndexFacts } from "../../../src/core/search/model/indexCatalogue";
import { findPlaces } from "../../../src/vscode/search/searchActions";
import { foundChunk } from "../../unit/core/search/foundChunk";
import { connectedGateway } from "../connectedGateway";
import { indexFacts, openSearch, places } from "./openSearch";

describe("search: while it is open, in VS Code", () => {
	// The first document activates Gatehouse, which only then determines its gateway.
	before(connectedGateway);
	afterEach(() => vscode.commands.executeCommand("workbench.action.closeQuickOpen"));
	after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

	const searching = (text: string) => `Searching the workspace for “${text}”`;
	const build = "Add Search by Meaning…";

	describe("before the state of the index is known", () => {
		it("accepts a text, says so on Enter, and searches for it as soon as the state is known", async () => {
			const facts = Promise.withResolvers<IndexFacts | undefined>();
			const search = openSearch({ facts: facts.promise });
			assert.deepEqual([search.labels(), search.pick.busy], [[], true]);
			await search.type("budget");
			assert.deepEqual(search.labels(), []);
			await search.enter();
			assert.deepEqual([search.labels(), search.asked], [[searching("budget")], []]);
			facts.resolve(indexFacts());
			await search.isAsked("budget");
			await search.answer({ chunks: places("budget.ts") }, "budget.ts:1–3");
			assert.equal(search.pick.busy, false);
			await search.leave();
		});

		it("does not offer search by meaning; then, without an index, offers it beside the places found by keywords, and keeps the text", async () => {
			const facts = Promise.withResolvers<IndexFacts | undefined>();
			const search = openSearch({ facts: facts.promise });
			await search.type("where is the key checked");
			assert.deepEqual(search.labels(), []);
			facts.resolve(undefined);
			await search.isAsked("where is the key checked");
			await search.answer({ chunks: [foundChunk({ path: "budget.ts", keywordRank: 1 })] }, "budget.ts:1–3");
			assert.deepEqual([search.labels(), search.pick.busy], [[build, "budget.ts:1–3"], false]);
			assert.match(search.pick.title ?? "", /Keywords Alone/);
			assert.match(search.pick.items[1]?.detail ?? "", /^keywords alone —/);
			await vscode.commands.executeCommand("workbench.action.quickOpenSelectPrevious");
			await search.isAt(build);
			await search.enter();
			assert.deepEqual(await search.choice, { type: "build" });
			assert.deepEqual(search.recent.texts, ["where is the key checked"]);
		});

		it("offers recent searches", async () => {
			const search = openSearch({ facts: new Promise(() => {}), recent: ["budget"] });
			assert.equal(search.pick.activeItems[0]?.label, "budget");
			await search.leave();
		});

		it("closes, and says why, if the state cannot be read", async () => {
			const facts = Promise.withResolvers<IndexFacts | undefined>();
			const search = openSearch({ facts: facts.promise });
			await search.type("budget");
			const hidden = new Promise((resolve) => search.pick.onDidHide(() => resolve(true)));
			facts.reject(new GatewayError("network", "The gateway could not be reached."));
			await assert.rejects(search.choice, /could not be reached/);
			assert.equal(await hidden, true);
			assert.deepEqual([search.asked, search.recent.texts], [[], ["budget"]], "the typed text is not lost");
		});

		it("does not even open if nothing can be searched", async () => {
			const { createQuickPick } = vscode.window;
			const nowhere = { use: () => Promise.reject(new UserError("Open a folder first.")) };
			try {
				Object.assign(vscode.window, { createQuickPick: () => assert.fail("it opens") });
				const search = findPlaces({ search: nowhere } as unknown as Parameters<typeof findPlaces>[0]);
				await assert.rejects(search, /Open a folder first/);
			} finally {
				Object.assign(vscode.window, { createQuickPick });
			}
		});
	});

	it("does not search for or remember text that is typed after something was chosen, such as a key", async () => {
		const search = openSearch();
		await search.type("budget");
		await search.answer({ chunks: places("budget.ts") }, "budget.ts:1–3");
		const { hide } = search.pick;
		const left = new Promise<void>((resolve) => Object.assign(search.pick, { hide: resolve }));
		await search.enter();
		await left;
		assert.equal(search.pick.enabled, false);
		await search.type("sk-pasted-too-early");
		Object.assign(search.pick, { hide });
		await search.leave();
		assert.deepEqual(
			search.asked.map(({ text }) => text),
			["budget"],
		);
		assert.deepEqual(search.recent.texts, ["budget"]);
	});

	describe("on Enter while it searches", () => {
		/** Opens a search that has found places, and is searching for something else. */
		async function typeOn() {
			const search = openSearch();
			await search.type("budget");
			await search.isAsked("budget");
			await search.answer({ chunks: places("budget.ts", "chores.js") }, "budget.ts:1–3");
			await search.type("chores");
			await search.isAsked("chores");
			assert.deepEqual(search.labels(), ["budget.ts:1–3", "chores.js:1–3"], "they stay until there are new ones");
			return search;
		}

		it("says so instead of showing the earlier places, and opens none of them; then shows the results", async () => {
			const search = await typeOn();
			await search.enter();
			await search.isAt(searching("chores"));
			assert.deepEqual(search.labels(), [searching("chores")]);
			await search.enter();
			await search.type("chores in the house");
			assert.deepEqual(search.labels(), [searching("chores in the house")]);
			await search.isAsked("chores in the house");
			await search.answer({ chunks: places("greet.py", "chores.js") }, "greet.py:1–3");
			await search.enter();
			const choice = await search.choice;
			assert.equal(choice.type === "open" && choice.place.chunk.path, "greet.py");
		});

		it("opens the row that the user has moved to since the last letter", async () => {
			const search = await typeOn();
			await search.down();
			await search.enter();
			const choice = await search.choice;
			assert.equal(choice.type === "open" && choice.place.chunk.path, "chores.js");
		});

		it("searches for the recent search to which the user has moved, if the typed text still matches it", async () => {
			const search = openSearch({ recent: ["budget left", "the chores", "budget spent"] });
			await search.type("bud");
			await search.down();
			await search.isAt("budget spent");
			await search.enter();
			await search.isAsked("budget spent");
			assert.deepEqual([search.pick.value, search.labels()], ["budget spent", [searching("budget spent")]]);
			await search.leave();
		});

		it("says so if it searches again", async () => {
			const search = openSearch();
			await search.type("budget");
			await search.isAsked("budget");
			const keywordsAlone = { cause: new GatewayError("network", "It was away.") };
			await search.answer({ chunks: [], keywordsAlone }, "Found by keywords alone");
			await search.enter();
			await search.isAt(searching("budget"));
			assert.equal(search.asked.length, 2);
			await search.leave();
		});
	});

	it("keeps the row to which the user has moved, and the places added to the chat, when results arrive", async () => {
		const search = openSearch();
		await search.type("budget");
		await search.isAsked("budget");
		const wait = { cause: new GatewayError("rateLimited", "Slow down."), until: 0 };
		search.asked.at(-1)?.interim({ chunks: places("budget.ts", "chores.js", "greet.py"), keywordsAlone: wait });
		await search.isAt("budget.ts:1–3");
		await search.down();
		await search.isAt("chores.js:1–3");
		search.keys.fire("addToChat");
		await search.isAt("chores.js:1–3");
		await search.answer({ chunks: places("greet.py", "chores.js") }, "chores.js:1–3");
		assert.equal(search.pick.activeItems[0]?.place?.chunk.path, "chores.js");
		await search.type("chores");
		await search.isAsked("chores");
		await search.answer({ chunks: places("README.md", "chores.js") }, "README.md:1–3");
		const isAdded = search.pick.items.map(({ detail }) => detail?.startsWith("added to the chat"));
		assert.deepEqual([isAdded, search.attached], [[false, true], ["chores.js"]]);
		await search.leave();
	});

	it("keeps a pause on Enter: the last search is active, below the row that would end the pause", async () => {
		const facts = Promise.resolve(indexFacts(4));
		const search = openSearch({ facts, state: { type: "paused" }, recent: ["budget", "chores"] });
		await facts;
		await search.isAt("budget");
		assert.deepEqual(search.labels(), ["Resume", "recent searches", "budget", "chores"]);
		await search.enter();
		await search.isAsked("budget");
		await search.leave();
	});

	for (const [typed, missing, said] of [
		["boats", 0, /^Nothing found\. Try other/],
		["boats path:src", 0, /^Nothing found.*fewer filters/],
		["boats path:src", 4, /^Nothing found yet.*not complete/],
	] as const) {
		it(`says of “${typed}” if ${missing || "no"} chunks are missing: ${said}`, async () => {
			const search = openSearch({ facts: Promise.resolve(indexFacts(missing)) });
			await search.type(typed);
			await search.isAsked("boats");
			await search.answer({ chunks: [] }, said);
			await search.leave();
		});
	}

	it("says for each place that it was found only by keywords, why, and what helps, in complete lines", async () => {
		const search = openSearch();
		await search.type("chores");
		await search.isAsked("chores");
		const cause = new GatewayError("unauthorized", "It took no key. Take another.");
		const chunk = foundChunk({ path: "chores.js", keywordRank: 1 });
		await search.answer({ chunks: [chunk], keywordsAlone: { cause } }, "chores.js:1–3");
		const [first, again] = search.pick.items;
		const place = search.pick.items.at(-1);
		assert.deepEqual([first?.label, first?.detail], ["Found by keywords alone", "It took no key."]);
		assert.deepEqual([again?.label, again?.detail], ["Search Again", "Take another."]);
		assert.match(place?.detail ?? "", /^keywords alone —/);
		await search.leave();
	});
});
