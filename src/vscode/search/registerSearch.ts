import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { Emitter } from "../../core/base/event";
import type { StateStore } from "../../core/base/ports";
import { SearchToolConsent } from "../../core/search/query/searchToolConsent";
import { type Commands, focusChat } from "../commands";
import type { NextQuestion } from "../context/nextQuestion";
import type { LazySearch } from "./lazySearch";
import type { PlaceKey } from "./pick/searchPick";
import { searchTool } from "./searchTool";

interface SearchDeps extends Pick<NextQuestion, "attacher" | "documents"> {
	readonly commands: Commands;
	readonly search: LazySearch;
	/** The workspace's. */
	readonly state: StateStore;
}

/** Searching the workspace by meaning: the index, its commands, and the tool for agents. All of it is loaded with its first use. */
export function registerSearch({ commands, search, state, attacher, documents }: SearchDeps): vscode.Disposable {
	const disposables = new Disposables();
	const keys = disposables.add(new Emitter<PlaceKey>());
	const actions = () => import("./searchActions");

	const build = () => commands.attempt(async () => (await actions()).buildIndex(await search.load()));

	disposables.add(search);
	disposables.add(commands.register("buildIndex", build));
	disposables.add(
		commands.register("pauseIndex", async () => {
			const wants = await (await actions()).pauseOrResume(await search.load());
			// To try that again is to build: what failed may go on by itself by then, and would be paused.
			if (wants === "build") await build();
		}),
	);
	disposables.add(
		commands.register("search", async () => {
			const { findPlaces } = await actions();
			const wants = await findPlaces({
				search: await search.load(),
				onKey: keys.event,
				async attach(source) {
					await attacher.attach([source]);
					await vscode.commands.executeCommand(focusChat, { preserveFocus: true });
				},
				onError: (error) => void commands.show(error),
			});
			if (wants === "build") await build();
		}),
	);
	disposables.add(commands.register("openFoundToSide", () => keys.fire("openBeside")));
	disposables.add(commands.register("addFoundToChat", () => keys.fire("addToChat")));
	disposables.add(commands.register("leaveSearch", () => keys.fire("leave")));
	disposables.add(commands.register("deleteIndex", async () => (await actions()).deleteIndex(await search.load())));
	disposables.add(
		commands.register("showIndex", async () => {
			const wants = await (await actions()).showIndex(await search.load(), documents);
			if (wants === "build") await build();
		}),
	);
	disposables.add(vscode.lm.registerTool("gatehouse_search", searchTool(search, new SearchToolConsent(state))));
	return disposables;
}
