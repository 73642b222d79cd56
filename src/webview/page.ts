import type { ChatHost } from "../shared/chatProtocol";
import type { Failure } from "../shared/conversation";
import { RpcError } from "../shared/rpc";
import { Listeners } from "./listeners";
import type { PageMemory } from "./state/pageMemory";
import type { PanelState } from "./state/panelState";

/** The services that all elements of the panel use. */
export class Page {
	/** Fires with a text to announce politely to screen readers. */
	readonly onDidAnnounce = new Listeners<[text: string]>();

	constructor(
		readonly host: ChatHost,
		readonly state: PanelState,
		readonly memory: PageMemory,
	) {}

	/** Repeats the last operation that failed, after the user has chosen a remedy. */
	again: () => unknown = () => {};

	/**
	 * Wraps the action of a button that disappears when pressed, and moves the focus to the composer afterwards, unless
	 * the focus is elsewhere by then, such as in a dialog of VS Code.
	 */
	leaving(run: () => unknown): () => Promise<void> {
		return async () => {
			await run();
			requestAnimationFrame(() => {
				if (document.hasFocus() && document.activeElement === document.body) this.state.focusComposer();
			});
		};
	}

	/**
	 * Awaits a call to the host. If it fails, the panel shows the reason, so that no button fails silently.
	 *
	 * @param again repeats the operation, after room was made for a question.
	 */
	async attempt(call: Promise<unknown>, again: () => unknown = () => {}): Promise<boolean> {
		try {
			await call;
			return true;
		} catch (error) {
			const failure = failureOf(error);
			this.again = again;
			this.state.setNotice(failure);
			this.onDidAnnounce.emit(failure.message);
			return false;
		}
	}
}

function failureOf(error: unknown): Failure {
	if (error instanceof RpcError) return error.failure;
	return { reason: "unexpected", message: error instanceof Error ? error.message : String(error), actions: [] };
}
