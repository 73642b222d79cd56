import * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import type { Event } from "../../../core/base/event";
import type { IndexFacts } from "../../../core/search/model/indexCatalogue";
import type { CommandAction } from "../../../shared/conversation";
import { inertLine } from "../../../shared/untrusted/inertText";
import { createPick, disableSorting } from "../../adapters/messages";
import { PlacePreview } from "./placePreview";
import { type Searched, SearchList } from "./searchList";
import { chatButton, type FoundPlace, type SearchResultItem, sideButton } from "./searchResultItems";

/** The user's choice. */
export type SearchChoice =
	| { readonly type: "open"; readonly place: FoundPlace; readonly beside: boolean }
	| { readonly type: "build" }
	/** A remedy for a failure. */
	| { readonly type: "run"; readonly action: CommandAction; readonly text: string }
	| { readonly type: "left" };

/** The actions with key bindings, besides Enter. */
export type PlaceKey = "openBeside" | "addToChat" | "leave";

interface SearchPickDeps {
	readonly search: Searched;
	/** The facts about the index, which may take some time; `undefined` while there is none. */
	readonly facts: Promise<IndexFacts | undefined>;
	/** The initial query. */
	readonly text: string;
	/** Fires when a key for the active place is pressed. */
	readonly onKey: Event<PlaceKey>;
	/** Attaches a place to the next question. */
	addToChat(place: FoundPlace): Promise<void>;
	onError(error: unknown): void;
}

/**
 * Maximum time that closing the search waits for the editors to be restored, in milliseconds; a file may be on a slow
 * file system.
 */
const longestRestore = 300;
/** Context key for key bindings: whether the search is open. */
const openContext = "gatehouse.searchOpen";
let isOpen = false;

function setOpen(open: boolean): void {
	isOpen = open;
	void vscode.commands.executeCommand("setContext", openContext, open);
}

/**
 * Searches while the user types, and previews each place that becomes active. Opens at once, because text typed before
 * would go into the editor. The pick is already open when one of its keys is pressed.
 *
 * @throws the error that prevents reading the facts about the index.
 */
export async function pickFound(deps: SearchPickDeps): Promise<SearchChoice> {
	if (isOpen) return { type: "left" };
	const { search, facts, text, onKey, addToChat, onError } = deps;
	const disposables = new Disposables();
	const pick = disposables.add(createPick<SearchResultItem>());
	disableSorting(pick);
	pick.placeholder = inertLine(vscode.l10n.t("What does the code do? Filters: path:src  -path:test  lang:ts"));
	const preview = disposables.add(new PlacePreview());
	const list = disposables.add(new SearchList(pick, search, facts));
	let choice: SearchChoice = { type: "left" };
	/** The typed text at the time of the choice. */
	let meant: string | undefined;

	const leave = (chosen: SearchChoice) => {
		choice = chosen;
		meant = pick.value;
		// VS Code closes the quick pick with a delay: disabled, it neither shows nor searches for a key that is pasted
		// meanwhile.
		pick.enabled = false;
		pick.hide();
	};
	const open = (item: SearchResultItem, beside: boolean) => {
		if (item.place) leave({ type: "open", place: item.place, beside });
		else if (item.step === "build") leave({ type: "build" });
		else if (item.action) leave({ type: "run", action: item.action, text: pick.value });
		else if (item.step === "again" || item.recent) {
			pick.value = item.recent ?? pick.value;
			list.type();
			list.searchNow();
		}
	};
	const add = async ({ place }: SearchResultItem) => {
		if (!place) return;
		await addToChat(place);
		list.markAdded(place.chunk);
	};
	/**
	 * Handles a key: the list may still show results for an earlier text, which count only if the user has selected one
	 * since.
	 */
	const withActive = (act: (item: SearchResultItem) => unknown) => {
		const [item] = pick.activeItems;
		if ((list.goneTo || !list.searchNow()) && item) act(item);
	};
	const onKeys: Readonly<Record<PlaceKey, () => unknown>> = {
		openBeside: () => withActive((item) => open(item, true)),
		addToChat: () => withActive((item) => add(item).catch(onError)),
		// Restores the editors first: otherwise, the focus that VS Code restores would be lost when the previewed place
		// closes.
		leave: () => {
			const hide = () => pick.hide();
			disposables.add(search.clock.after(longestRestore, hide));
			return preview.restore().finally(hide);
		},
	};
	disposables.add(onKey((key) => onKeys[key]()));
	return new Promise((resolve, reject) => {
		pick.onDidChangeValue(() => meant === undefined && list.type());
		pick.onDidChangeActive(([item]) => item?.place && preview.show(item.place));
		pick.onDidAccept(() => withActive((item) => open(item, false)));
		pick.onDidTriggerItemButton(({ item, button }) => {
			if (button === sideButton) open(item, true);
			else if (button === chatButton) add(item).catch(onError);
		});
		pick.onDidHide(() => {
			setOpen(false);
			// With a build or a remedy, the query is saved although it has no results yet.
			const isStep = choice.type === "build" || choice.type === "run";
			search.recent.add((isStep ? meant : list.found) ?? "");
			const stays = choice.type === "open" && !choice.beside;
			const restored = stays ? preview.settle() : preview.restore();
			restored.finally(() => disposables.dispose()).then(() => resolve(choice), reject);
		});
		list.known.catch((error: unknown) => {
			search.recent.add(pick.value);
			reject(error);
			pick.hide();
		});
		pick.value = text;
		list.type();
		pick.show();
		setOpen(true);
	});
}
