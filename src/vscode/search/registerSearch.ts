import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { Emitter } from "../../core/base/event";
import type { StateStore } from "../../core/base/ports";
import { SearchToolConsent } from "../../core/search/query/searchToolConsent";
import type { Disposable } from "../../shared/disposable";
import { type Commands, focusChat } from "../commands";
import type { Attacher } from "../context/attacher";
import type { ReadOnlyDocuments } from "../workspace/readOnlyDocuments";
import type { LazySearch } from "./lazySearch";
import type { PlaceKey } from "./pick/searchPick";
import { searchTool } from "./searchTool";

interface SearchDeps {
	readonly commands: Commands;
	readonly search: LazySearch;
	readonly workspaceState: StateStore;
	/** Loaded when a result is attached, or shown in a document. */
	chat(): Promise<{ readonly attacher: Pick<Attacher, "attach">; readonly documents: ReadOnlyDocuments }>;
}

/** The commands for searching. */
interface SearchFeature extends Disposable {
	/** The search tool for agents. */
	readonly tool: vscode.LanguageModelTool<unknown>;
}

/**
 * Registers the search by meaning: the index, its commands, and the tool for agents. All of it is loaded on first use.
 */
export function registerSearch({ commands, search, workspaceState, chat }: SearchDeps): SearchFeature {
	const disposables = new Disposables();
	const keys = disposables.add(new Emitter<PlaceKey>());
	const actions = () => import("./searchActions");

	const build = (isForOther = false) => {
		let asks = isForOther;
		return commands.attempt(async () => {
			// A retry builds with the model that was chosen.
			const asksNow = asks;
			asks = false;
			await (await actions()).buildIndex(await search.load(), asksNow);
		});
	};

	disposables.add(commands.register("buildIndex", () => build()));
	disposables.add(
		commands.register("pauseIndex", async () => {
			const wants = await (await actions()).pauseOrResume(await search.load());
			// A retry builds instead of running this command again, which would pause a build that has resumed by then.
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
					await (await chat()).attacher.attach([source]);
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
			const wants = await (await actions()).showIndex(await search.load(), (await chat()).documents);
			if (wants !== "done") await build(wants === "buildOther");
		}),
	);
	const tool = searchTool(search, new SearchToolConsent(workspaceState));
	return { tool, dispose: () => disposables.dispose() };
}
