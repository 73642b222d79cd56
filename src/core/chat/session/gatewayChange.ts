import * as l10n from "@vscode/l10n";
import type { Message } from "../../../shared/conversation";
import { UserError } from "../../base/errors";

/** Warns before a conversation is sent to a different gateway than before. */
export class GatewayChange {
	/** The pairs of conversation and gateway about which this window has warned. */
	readonly #said = new Set<string>();

	/**
	 * Rejects a request, once, if it would send a conversation to another gateway.
	 *
	 * @param branch the messages that are sent.
	 * @throws UserError with the action to continue; the same request passes afterwards.
	 */
	assertSaid(conversation: string, branch: readonly Message[], gateway: string): void {
		const before = branch.findLast((message) => message.role === "assistant")?.gateway;
		const change = JSON.stringify([conversation, gateway]);
		if (before === undefined || before === gateway || this.#said.has(change)) return;
		this.#said.add(change);
		throw new UserError(
			l10n.t(
				"This conversation was with {0} until now. If you continue, {1} receives all of it. Nothing has been sent yet.",
				before,
				gateway,
			),
			["continueElsewhere"],
		);
	}
}
