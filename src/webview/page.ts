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
	/** What is written should be sent now: the user has chosen how to make room for it. */
	readonly onDidWantSend = new Listeners<[]>();
	/** The composer's box should get the keyboard. */
	readonly onDidWantFocus = new Listeners<[]>();

	constructor(
		readonly host: ChatHost,
		readonly state: PanelState,
		readonly memory: PageMemory,
	) {}

	/**
	 * Sees a call of the host's through. If it fails the panel says why, so that no press of a button comes to nothing
	 * without a word.
	 */
	async attempt(call: Promise<unknown>): Promise<boolean> {
		try {
			await call;
			return true;
		} catch (error) {
			const failure = failureOf(error);
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
