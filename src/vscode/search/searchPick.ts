import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { messageOf } from "../../core/base/errors";
import type { Event } from "../../core/base/event";
import type { BuildState } from "../../core/search/buildState";
import { shortProgressText } from "../../core/search/buildTexts";
import type { FoundChunk, IndexFacts } from "../../core/search/indexStore";
import { parseQuery } from "../../core/search/searchQuery";
import { TypedSearch, type TypedState } from "../../core/search/typedSearch";
import type { CommandAction } from "../../shared/conversation";
import { logFailure } from "../logFailure";
import { buildItem, chatButton, type FoundItem, type FoundPlace, foundItems, sideButton } from "./foundItems";
import { PlacePreview } from "./placePreview";
import type { WorkspaceSearch } from "./workspaceSearch";

/** What the user chose. */
export type SearchChoice =
	| { readonly type: "open"; readonly place: FoundPlace; readonly beside: boolean }
	| { readonly type: "build" }
	/** Something that helps against a failure. */
	| { readonly type: "run"; readonly action: CommandAction; readonly text: string }
	| { readonly type: "left" };

/** What there are keys for, beside Enter. */
export type PlaceKey = "openBeside" | "addToChat" | "leave";

interface SearchPickDeps {
	readonly search: WorkspaceSearch;
	/** What stands in the index now; `undefined` while there is none. */
	readonly facts: IndexFacts | undefined;
	/** What is typed already. */
	readonly text: string;
	/** What a key has done with the active place. */
	readonly onKey: Event<PlaceKey>;
	/** Attaches a place to the next question. */
	addToChat(place: FoundPlace): Promise<void>;
	onError(error: unknown): void;
}

/** More places are no help to anybody. */
const most = 50;
/** The longest that whoever leaves waits for the editors to be put back, in milliseconds: a file may lie far away. */
const longestRestore = 300;
/** Says to key bindings that the search is open. */
const openContext = "gatehouse.searchOpen";
let isOpen = false;

function setOpen(open: boolean): void {
	isOpen = open;
	void vscode.commands.executeCommand("setContext", openContext, open);
}

/** Searches while one types, and shows each place as one gets to it. Whose key is hit while it is open, is open already. */
export async function pickFound(deps: SearchPickDeps): Promise<SearchChoice> {
	if (isOpen) return { type: "left" };
	const { search, onKey, addToChat, onError } = deps;
	const pick = vscode.window.createQuickPick<FoundItem>();
	const preview = new PlacePreview();
	const added = new Set<FoundChunk>();
	const disposables = new Disposables();
	let choice: SearchChoice = { type: "left" };
	let state: TypedState = { type: "empty" };
	let asked = "";
	let { facts } = deps;
	let told = search.builder.state.type;
	// VS Code has it, but does not promise it: without it, rows whose name has the words in it go first.
	Object.assign(pick, { sortByLabel: false });
	pick.placeholder = vscode.l10n.t("What does the code do? Filters: path:src  -path:test  lang:ts");

	/** What the gateway refused is not waiting to be done. */
	const misses = () => facts !== undefined && facts.missing > (facts.refused?.contents ?? 0);
	const isBuildDue = () => {
		const { type } = search.builder.state;
		return !facts || (misses() && type !== "running" && type !== "elsewhere");
	};

	const draw = () => {
		const active = pick.activeItems[0]?.place?.chunk;
		pick.busy = state.type === "searching" || (state.type === "found" && state.keywordsAlone?.until !== undefined);
		// What was found stays until there is something new.
		if (state.type === "searching") return;
		const toBuild =
			isBuildDue() && (state.type === "empty" || !facts)
				? [buildItem(facts, search.builder.state.type === "paused")]
				: [];
		pick.items = [...toBuild, ...(facts ? foundItems(state, added, search.recent.texts) : [])];
		const places = pick.items.filter(({ place }) => place !== undefined);
		// A place, even where something is said above them.
		const again = places.find(({ place }) => place?.chunk === active) ?? places[0];
		if (again) pick.activeItems = [again];
	};
	const nameIt = () => {
		const shortcoming = shortcomingOf(search.builder.state, misses());
		pick.title = [vscode.l10n.t("Search Workspace by Meaning"), ...shortcoming].join(" · ");
	};
	/** @param isDue whether to draw though there is still no index: a list made anew is read aloud. */
	const lookAgain = async (isDue: boolean) => {
		const before = facts;
		facts = await search.facts();
		nameIt();
		if (facts || isDue) draw();
		// What was typed before there was an index.
		if (!before) searchTyped();
	};
	const look = (isDue: boolean) => {
		lookAgain(isDue).catch((error: unknown) =>
			search.log.warn(`How the index stands is not shown: ${messageOf(error)}`),
		);
	};
	const follow = () => {
		nameIt();
		const before = told;
		told = search.builder.state.type;
		// How far it is changes nothing in the list; a run that nobody was told of ends as it began.
		if (told !== "running" || before !== "running") look(true);
	};
	const typed = disposables.add(
		new TypedSearch(
			(text, signal, onInterim) => {
				asked = text;
				return search.find(parseQuery(text), most, signal, onInterim);
			},
			search.clock,
			(now) => {
				state = now;
				if (now.type === "failed") logFailure(now.error, search.log);
				draw();
			},
		),
	);
	const searchTyped = () => facts && typed.type(pick.value);
	const add = async ({ place }: FoundItem) => {
		if (!place) return;
		await addToChat(place);
		added.add(place.chunk);
		draw();
	};
	/** With a key: what is shown may be for an earlier text. */
	const acceptActive = (beside: boolean) => {
		if (!typed.hurry()) accept(pick.activeItems[0], beside);
	};
	const addActive = () => {
		const [item] = pick.activeItems;
		if (item && !typed.hurry()) add(item).catch(onError);
	};
	const leave = (chosen: SearchChoice) => {
		choice = chosen;
		pick.hide();
	};
	const accept = (item: FoundItem | undefined, beside: boolean) => {
		if (item?.place) leave({ type: "open", place: item.place, beside });
		else if (item?.step === "build") leave({ type: "build" });
		else if (item?.action) leave({ type: "run", action: item.action, text: pick.value });
		else if (item?.step === "again") typed.now(pick.value);
		else if (item?.recent) {
			pick.value = item.recent;
			searchTyped();
		}
	};

	const onKeys: Readonly<Record<PlaceKey, () => unknown>> = {
		openBeside: () => acceptActive(true),
		addToChat: addActive,
		// Before VS Code gives the keyboard back to where it was: it would be lost with the place that is shown.
		leave: () => {
			const hide = () => pick.hide();
			disposables.add(search.clock.after(longestRestore, hide));
			return preview.restore().finally(hide);
		},
	};
	disposables.add(onKey((key) => onKeys[key]()));
	disposables.add(search.builder.onDidChange(follow));
	disposables.add(pick);
	disposables.add(preview);
	return new Promise((resolve, reject) => {
		// Another window may have built an index.
		pick.onDidChangeValue(() => (facts ? searchTyped() : look(false)));
		pick.onDidChangeActive(([item]) => item?.place && preview.show(item.place));
		pick.onDidAccept(() => acceptActive(false));
		pick.onDidTriggerItemButton(({ item, button }) => {
			if (button === sideButton) accept(item, true);
			else if (button === chatButton) add(item).catch(onError);
		});
		pick.onDidHide(() => {
			setOpen(false);
			if (choice.type === "run" || (state.type === "found" && state.chunks.length > 0)) search.recent.add(asked);
			const stays = choice.type === "open" && !choice.beside;
			const restored = stays ? preview.settle() : preview.restore();
			restored.finally(() => disposables.dispose()).then(() => resolve(choice), reject);
		});
		nameIt();
		draw();
		pick.value = deps.text;
		searchTyped();
		pick.show();
		setOpen(true);
	});
}

/** Why something that is there may not be found yet. @param misses whether something is missing. */
function shortcomingOf(state: BuildState, misses: boolean): readonly string[] {
	switch (state.type) {
		case "running":
			return [shortProgressText(state.progress)];
		case "paused":
			return [vscode.l10n.t("Index Paused")];
		case "elsewhere":
			return misses ? [vscode.l10n.t("Index Built by Another Window")] : [];
		default:
			return misses || state.type === "failed" ? [vscode.l10n.t("Index Incomplete")] : [];
	}
}
