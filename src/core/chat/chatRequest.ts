import type { LeftOut, MakingRoom, Message } from "../../shared/conversation";
import { type ContextWindow, lastChoice, makeRoom, roomFor } from "../context/contextWindow";
import type { ChatRequest } from "../wire/gateway";
import { attachedPaths, requestMessages } from "./requestMessages";

/** What shapes a request, beside the conversation. */
export interface RequestSettings {
	readonly model: string;
	readonly systemPrompt: string;
	readonly parameters: Pick<ChatRequest, "temperature" | "maxTokens">;
	/** Absent: whatever there is, is sent. */
	readonly window?: ContextWindow;
}

/** A request, and what it goes without. */
export interface PlannedRequest {
	readonly request: ChatRequest;
	readonly leftOut?: LeftOut;
}

/**
 * The request for the question at a branch's end. The only maker of chat requests: what is shown as the next one is
 * what this makes.
 *
 * @param how how to make room where it does not fit; unless told, as it was done for the answer before.
 * @throws UserError with the choices that help, when it does not fit.
 */
export function planRequest(branch: readonly Message[], settings: RequestSettings, how?: MakingRoom): PlannedRequest {
	const { model, systemPrompt, parameters, window } = settings;
	const messagesWithout = (ids: ReadonlySet<string>) => requestMessages(branch, systemPrompt, ids);
	const leftOut =
		window &&
		makeRoom(branch, roomFor(window, parameters.maxTokens), how ?? lastChoice(branch), (ids) =>
			window.counter.ofMessages(messagesWithout(ids)),
		);
	const without = new Set(leftOut?.ids);
	const sources = attachedPaths(branch, without);
	const request = {
		model,
		messages: messagesWithout(without),
		...parameters,
		...(sources.length > 0 ? { sources } : {}),
	};
	return leftOut ? { request, leftOut } : { request };
}
