import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../../src/core/base/event";
import type { IndexBuilder } from "../../../src/core/search/building/indexBuilder";
import type { BuildState } from "../../../src/core/search/model/buildState";
import type { IndexFacts } from "../../../src/core/search/model/indexCatalogue";
import type { OnInterim, SearchResult } from "../../../src/core/search/model/semanticIndex";
import type { FoundChunk } from "../../../src/core/search/model/vectorSearch";
import { RecentSearches } from "../../../src/core/search/query/recentSearches";
import { type PlaceKey, pickFound } from "../../../src/vscode/search/pick/searchPick";
import type { SearchResultItem } from "../../../src/vscode/search/pick/searchResultItems";
import { manualClock } from "../../unit/core/memoryPorts";
import { foundChunk } from "../../unit/core/search/foundChunk";

/** Returns the facts about an index that lacks this many of its ten contents. */
export function indexFacts(missing = 0): IndexFacts {
	return {
		...{ model: "demo-embed", dimension: 3, files: 4, chunks: 10, contents: 10, missing },
		...{ leftOut: [], bytesOnDisk: 0, bytesInMemory: 0, changedAt: 0 },
	};
}

/** Returns places in files of the sample workspace. */
export const places = (...paths: readonly string[]): readonly FoundChunk[] =>
	paths.map((path) => foundChunk({ path, similarity: 0.5 }));

interface Asked {
	readonly text: string;
	readonly interim: OnInterim;
	readonly answer: (result: SearchResult) => void;
}

interface OpenSearchOptions {
	/** The facts about the index, unknown until this settles. */
	readonly facts?: Promise<IndexFacts | undefined>;
	readonly state?: BuildState;
	readonly recent?: readonly string[];
}

/** Opens the search in VS Code, on an index that answers on demand. */
export function openSearch({ facts = Promise.resolve(indexFacts()), state, recent = [] }: OpenSearchOptions = {}) {
	const asked: Asked[] = [];
	const arrived = new Emitter<void>();
	const keys = new Emitter<PlaceKey>();
	const clock = manualClock();
	const recentSearches = new RecentSearches();
	for (const text of recent.toReversed()) recentSearches.add(text);
	const attached: string[] = [];
	const fail = (error: unknown) => assert.fail(String(error));
	const { createQuickPick } = vscode.window;
	const pick = vscode.window.createQuickPick<SearchResultItem>();
	pick.ignoreFocusOut = true;
	let choice: ReturnType<typeof pickFound>;
	try {
		Object.assign(vscode.window, { createQuickPick: () => pick });
		choice = pickFound({
			search: {
				builder: { state: state ?? { type: "idle" }, onDidChange: new Emitter<void>().event } as IndexBuilder,
				clock,
				facts: () => facts,
				find: ({ text }, _limit, _signal, interim = () => {}) =>
					new Promise((answer) => {
						asked.push({ text, interim, answer });
						arrived.fire();
					}),
				log: { debug: () => {}, info: () => {}, warn: () => {}, error: fail },
				recent: recentSearches,
			},
			facts,
			text: "",
			onKey: keys.event,
			addToChat: async ({ chunk }) => void attached.push(chunk.path),
			onError: fail,
		});
	} finally {
		Object.assign(vscode.window, { createQuickPick });
	}
	// The active row that VS Code has reported: a row that was only set by the test may not be active yet.
	let active: string | undefined;
	pick.onDidChangeActive(([item]) => {
		active = item?.label;
		arrived.fire();
	});
	/** Waits until a condition holds; checks it after every event. */
	const until = (isSo: () => boolean) =>
		new Promise<void>((resolve) => {
			const look = () => {
				if (!isSo()) return;
				listening.dispose();
				resolve();
			};
			const listening = arrived.event(look);
			look();
		});
	const run = (command: string) => vscode.commands.executeCommand(`workbench.action.${command}`);
	return {
		choice,
		pick,
		asked,
		attached,
		keys,
		recent: recentSearches,
		labels: () => pick.items.map(({ label }) => label),
		/** Waits until VS Code has made a row active. */
		isAt: (label: string) => until(() => active === label),
		isAsked: (text: string) => until(() => asked.at(-1)?.text === text),
		/** Types a text, and pauses. */
		async type(text: string): Promise<void> {
			const heard = new Promise((resolve) => pick.onDidChangeValue(resolve));
			pick.value = text;
			await heard;
			clock.advance(300);
		},
		/** Answers the last query, and waits until the answer is visible. */
		async answer(result: SearchResult, at: string | RegExp): Promise<void> {
			asked.at(-1)?.answer(result);
			await until(() => (typeof at === "string" ? active === at : at.test(active ?? "")));
		},
		down: () => run("quickOpenSelectNext"),
		enter: () => run("acceptSelectedQuickOpenItem"),
		async leave(): Promise<void> {
			pick.hide();
			await choice;
		},
	};
}
