import * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import type { Event } from "../../../core/base/event";
import type { IndexFacts } from "../../../core/search/model/indexCatalogue";
import type { CommandAction } from "../../../shared/conversation";
import { inertLine } from "../../../shared/untrusted/inertText";
import { keepOrder } from "../../adapters/keepOrder";
import { createPick } from "../../adapters/messages";
import { chatButton, type FoundItem, type FoundPlace, sideButton } from "./foundItems";
import { PlacePreview } from "./placePreview";
import { type Searched, SearchList } from "./searchList";

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
	readonly search: Searched;
	/** What stands in the index, which may take some time; `undefined` while there is none. */
	readonly facts: Promise<IndexFacts | undefined>;
	/** What is typed already. */
	readonly text: string;
	/** What a key has done with the active place. */
	readonly onKey: Event<PlaceKey>;
	/** Attaches a place to the next question. */
	addToChat(place: FoundPlace): Promise<void>;
	onError(error: unknown): void;
}

/** The longest that whoever leaves waits for the editors to be put back, in milliseconds: a file may lie far away. */
const longestRestore = 300;
/** Says to key bindings that the search is open. */
const openContext = "gatehouse.searchOpen";
let isOpen = false;

function setOpen(open: boolean): void {
	isOpen = open;
	void vscode.commands.executeCommand("setContext", openContext, open);
}

/**
 * Searches while one types, and shows each place as one gets to it. Opens at once: what is typed before it is open goes into
 * the editor. Whose key is hit while it is open, is open already.
 *
 * @throws why nobody can tell what stands in the index.
 */
export async function pickFound(deps: SearchPickDeps): Promise<SearchChoice> {
	if (isOpen) return { type: "left" };
	const { search, facts, text, onKey, addToChat, onError } = deps;
	const disposables = new Disposables();
	const pick = disposables.add(createPick<FoundItem>());
	keepOrder(pick);
	pick.placeholder = inertLine(vscode.l10n.t("What does the code do? Filters: path:src  -path:test  lang:ts"));
	const preview = disposables.add(new PlacePreview());
	const list = disposables.add(new SearchList(pick, search, facts));
	let choice: SearchChoice = { type: "left" };
	/** What was typed when something was chosen. */
	let meant: string | undefined;

	const leave = (chosen: SearchChoice) => {
		choice = chosen;
		meant = pick.value;
		// VS Code closes it some time later: a key that is pasted meanwhile is neither shown nor searched for.
		pick.enabled = false;
		pick.hide();
	};
	const open = (item: FoundItem, beside: boolean) => {
		if (item.place) leave({ type: "open", place: item.place, beside });
		else if (item.step === "build") leave({ type: "build" });
		else if (item.action) leave({ type: "run", action: item.action, text: pick.value });
		else if (item.step === "again" || item.recent) {
			pick.value = item.recent ?? pick.value;
			list.type();
			list.hurry();
		}
	};
	const add = async ({ place }: FoundItem) => {
		if (!place) return;
		await addToChat(place);
		list.markAdded(place.chunk);
	};
	/** With a key: what is shown may be for an earlier text, and is meant only where the user has gone to it since. */
	const withActive = (act: (item: FoundItem) => unknown) => {
		const [item] = pick.activeItems;
		if ((list.goneTo || !list.hurry()) && item) act(item);
	};
	const onKeys: Readonly<Record<PlaceKey, () => unknown>> = {
		openBeside: () => withActive((item) => open(item, true)),
		addToChat: () => withActive((item) => add(item).catch(onError)),
		// Before VS Code gives the keyboard back to where it was: it would be lost with the place that is shown.
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
			// What was typed for nothing as yet is not lost.
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
