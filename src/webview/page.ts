import type { AgentApproval } from "../shared/agentApproval";
import type { ChatHost } from "../shared/chatProtocol";
import type { Failure } from "../shared/conversation";
import { RpcError } from "../shared/rpc";
import type { LazyModule } from "./lazyModule";
import { Listeners } from "./listeners";
import type { PageMemory } from "./state/pageMemory";
import type { PanelState } from "./state/panelState";

/** The event of a question of the agent that has appeared. */
export const questionAppeared = "gatehouse-question-appeared";

/**
 * The parts that the page does not need when it is first painted. A template may contain one of their elements before its
 * class is defined: the element keeps its properties, and is drawn as soon as its part is loaded.
 */
interface LaterParts {
	/** The elements of an agent's work. */
	readonly agent: LazyModule<{ announceApproval(approval: AgentApproval, page: Page): void }>;
	readonly parametersForm: LazyModule<unknown>;
}

/** The services that all elements of the panel use. */
export class Page {
	/** Fires with a text to announce politely to screen readers. */
	readonly onDidAnnounce = new Listeners<[text: string]>();

	constructor(
		readonly host: ChatHost,
		readonly state: PanelState,
		readonly memory: PageMemory,
		readonly later: LaterParts,
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

	/** Loads a part of the page whose elements are shown. If that fails, the panel shows the reason. */
	loadShown(part: LazyModule<unknown>): void {
		if (!part.loaded) void this.attempt(part.load());
	}
}

function failureOf(error: unknown): Failure {
	if (error instanceof RpcError) return error.failure;
	return { reason: "unexpected", message: error instanceof Error ? error.message : String(error), actions: [] };
}
