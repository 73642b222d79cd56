import type { ChatHost } from "../shared/chatProtocol";
import type { Failure } from "../shared/conversation";
import { RpcError } from "../shared/rpc";
import { Listeners } from "./listeners";
import type { PageMemory } from "./pageMemory";
import type { PanelState } from "./panelState";

/** What every element of the panel works with. */
export class Page {
	/** Something to be said, politely, to those who cannot see it. */
	readonly onDidAnnounce = new Listeners<[text: string]>();

	constructor(
		readonly host: ChatHost,
		readonly state: PanelState,
		readonly memory: PageMemory,
	) {}

	/** Does once more what failed last, for the user has chosen what helps. */
	again: () => unknown = () => {};

	/**
	 * For a button that goes away with what it does: whoever pressed it goes on writing. Unless the keyboard is somewhere
	 * else by then, such as in a dialog of VS Code's.
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
	 * Sees a call of the host's through. If it fails the panel says why, so that no press of a button comes to nothing
	 * without a word.
	 *
	 * @param again does the same once more, when room was made for a question.
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
