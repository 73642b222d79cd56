import type { Answer, LeftOut, MakingRoom, Message } from "../../../shared/conversation";
import { type ContextWindow, lastLeftOut, makeRoom, roomFor, waysLeft } from "../../context/tokens/contextWindow";
import type { ChatRequest, RequestMessage } from "../../gateway/gateway";
import { attachedPaths, requestMessages } from "./requestMessages";

/** The settings that shape a request, in addition to the conversation. */
export interface RequestSettings {
	readonly model: string;
	readonly systemPrompt: string;
	readonly parameters: Pick<ChatRequest, "temperature" | "maxTokens">;
	/** Whether the model accepts images; when absent, this is not known. */
	readonly images?: boolean;
	/** The model's context window; when absent, everything is sent. */
	readonly window?: ContextWindow;
}

/** A request, and the parts that are left out of it. */
export interface PlannedRequest {
	readonly request: ChatRequest;
	readonly leftOut?: LeftOut;
	/** The ways to leave out more, for when the gateway refuses the request as too large. */
	readonly ways: readonly LeftOut["how"][];
}

/**
 * Builds the request for the question at a branch's end, or for the rest of the answer there. Every chat request is
 * built here, including the one that Preview Next Request shows.
 *
 * @param how how to make room if the request does not fit; by default, as for the previous answer.
 * @param failed the answer that is retried, if there is one.
 * @throws UserError with the choices that help, if it does not fit.
 */
export function planRequest(
	branch: readonly Message[],
	settings: RequestSettings,
	how?: MakingRoom,
	failed?: Answer,
): PlannedRequest {
	const { model, systemPrompt, parameters, images, window } = settings;
	const messagesWithout = (ids: ReadonlySet<string>) => requestMessages(branch, systemPrompt, ids, images !== false);
	const leftOut = window && whatToLeaveOut(branch, window, how, failed, settings, messagesWithout);
	const without = new Set(leftOut?.ids);
	const sources = attachedPaths(branch, without);
	const request = {
		model,
		messages: messagesWithout(without),
		...parameters,
		...(sources.length > 0 ? { sources } : {}),
	};
	return { request, ways: waysLeft(branch, without), ...(leftOut ? { leftOut } : {}) };
}

/**
 * Builds the request for an edit: the instruction, and only the edit's own questions and answers.
 *
 * @param messages the last one is the question.
 * @throws UserError when it does not fit.
 */
export function planEditRequest(
	messages: readonly Message[],
	settings: RequestSettings,
	instruction: string,
	how?: MakingRoom,
): PlannedRequest {
	const systemPrompt = [settings.systemPrompt, instruction].filter((text) => text.trim() !== "").join("\n\n");
	return planRequest(messages, { ...settings, systemPrompt }, how);
}

/** Maximum share of a refused request's tokens that is assumed to fit. */
const shareAfterRefusal = 0.75;

function whatToLeaveOut(
	branch: readonly Message[],
	window: ContextWindow,
	how: MakingRoom | undefined,
	failed: Answer | undefined,
	{ model, parameters: { maxTokens } }: RequestSettings,
	messagesWithout: (ids: ReadonlySet<string>) => readonly RequestMessage[],
): LeftOut | undefined {
	const tokensWithout = (ids: ReadonlySet<string>) => window.counter.ofMessages(messagesWithout(ids));
	const known = roomFor(window, maxTokens);
	const before = lastLeftOut(branch);
	const refused = failed?.state.type === "failed" && failed.state.failure.reason === "contextOverflow";
	if (how !== undefined && refused) {
		// The gateway's refusal takes precedence over the estimate.
		const most = Math.floor(tokensWithout(new Set(failed.leftOut?.ids)) * shareAfterRefusal);
		return makeRoom(branch, Math.min(known ?? most, most), how, tokensWithout, model);
	}
	// Where the limit is unknown, the parts that were left out once stay left out.
	return known === null && how === undefined
		? before
		: makeRoom(branch, known, how ?? before?.how, tokensWithout, model);
}
