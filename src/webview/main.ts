// Starts the panel's page: the channel to the host, the first snapshot, then the elements.
import * as l10n from "@vscode/l10n";
import { type ChatHost, chatView, type Snapshot } from "../shared/chatProtocol";
import { type Channel, callsOver, serveNotifications } from "../shared/rpc";
import { numberText } from "../shared/text/numberText";
import { LazyModule } from "./lazyModule";
import { Page } from "./page";
import { PanelElement } from "./panelElement";
import { ChordKeys } from "./state/chordKeys";
import { DraftBackup } from "./state/draftBackup";
import { PageMemory, type StateKeeper } from "./state/pageMemory";
import { PanelState } from "./state/panelState";

declare function acquireVsCodeApi(): StateKeeper & { postMessage(message: unknown): void };

const vscode = acquireVsCodeApi();
const channel: Channel = {
	post: (message) => vscode.postMessage(message),
	onMessage(listener) {
		const receive = (event: MessageEvent) => listener(event.data);
		window.addEventListener("message", receive);
		return { dispose: () => window.removeEventListener("message", receive) };
	},
};

const { remote: host } = callsOver<ChatHost>(channel);
const state = new PanelState();
/** Each is a chunk of its own, which is loaded when it is first needed. */
const later = {
	agent: new LazyModule(() => import("./agentElements")),
	parametersForm: new LazyModule(() => import("./composer/parameters/parametersFormElement")),
};
const page = new Page(host, state, new PageMemory(vscode), later);
const backup = new DraftBackup((draft) => void page.attempt(host.saveDraft(draft)));
page.memory.onDidChangeDraft.add((draft) => backup.changed(draft));
window.addEventListener("pagehide", () => backup.flush());
/** The second key of a chord, which only VS Code handles. */
let secondOfChord: KeyboardEvent | undefined;
const chords = new ChordKeys(navigator.userAgent.includes("Mac"));
// The second key of a chord is not typed, and the page's own listeners ignore an event whose default is prevented.
document.addEventListener(
	"keydown",
	(event) => {
		secondOfChord = chords.isSecond(event) ? event : undefined;
		secondOfChord?.preventDefault();
	},
	{ capture: true },
);
// VS Code receives every key event that reaches the window, and runs its own command for it, such as the find of an
// editor. The page's own listeners are all below the document, so an event that one of them has handled stops here. So
// does Select All in a text field, which the browser handles: VS Code would select the editor's text if the field has
// closed by then.
document.addEventListener("keydown", (event) => {
	if (event === secondOfChord) return;
	if (event.defaultPrevented || selectsAllOfField(event)) event.stopPropagation();
	else chords.passOn(event);
});
window.addEventListener("blur", () => chords.leave());

function selectsAllOfField(event: KeyboardEvent): boolean {
	const [target] = event.composedPath();
	const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
	return isField && event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey;
}
/** Drafts are restored together with the conversation. */
const draftsRestored = page.attempt(host.savedDrafts().then((drafts) => page.memory.restoreDrafts(drafts)));
const notifications = serveNotifications(channel, chatView, state, () => void sync());

/** Requests and applies a snapshot: at the start, and again whenever a change was lost. */
async function sync(): Promise<void> {
	await page.attempt(
		host.ready().then((snapshot) => {
			notifications.resync();
			setTexts(snapshot);
			state.reset(snapshot);
		}),
	);
	await draftsRestored;
	// Rendering starts only now, with content and in the right language, so that no empty panel is shown.
	const panel = document.querySelector("gatehouse-panel");
	if (!(panel instanceof PanelElement) || panel.page) return;
	page.memory.forgetAsked(state.conversation, state.messages, state.queue.questions);
	panel.page = page;
	// Formatting the first number is slow, so this happens now instead of at the end of an answer.
	requestIdleCallback(() => numberText(0));
}

/** Sets the language. Texts are localized when they are rendered, so this comes before the first rendering. */
function setTexts(snapshot: Snapshot): void {
	document.documentElement.lang = snapshot.language;
	if (snapshot.l10n) l10n.config({ contents: snapshot.l10n });
}

void sync();
