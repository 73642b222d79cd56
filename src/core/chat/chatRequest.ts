import type { Answer, LeftOut, MakingRoom, Message } from "../../shared/conversation";
import { type ContextWindow, lastLeftOut, makeRoom, roomFor, waysLeft } from "../context/contextWindow";
import type { ChatRequest, RequestMessage } from "../wire/gateway";
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
	/** The parts that could still be left out, for when the gateway refuses it as too much. */
	readonly ways: readonly LeftOut["how"][];
}

/**
 * The request for the question at a branch's end, or for the rest of the answer there. The only maker of chat requests: what is shown as the next one is
 * what this makes.
 *
 * @param how how to make room where it does not fit; unless told, as it was done for the answer before.
 * @param failed the answer that is tried again, if there is one.
 * @throws UserError with the choices that help, when it does not fit.
 */
export function planRequest(
	branch: readonly Message[],
	settings: RequestSettings,
	how?: MakingRoom,
	failed?: Answer,
): PlannedRequest {
	const { model, systemPrompt, parameters, window } = settings;
	const messagesWithout = (ids: ReadonlySet<string>) => requestMessages(branch, systemPrompt, ids);
	const leftOut = window && whatToLeaveOut(branch, window, how, failed, parameters.maxTokens, messagesWithout);
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
 * The request for an edit: its own questions and answers alone, under what it says of the answer's form.
 *
 * @param messages the last is the question.
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

/** After a refusal that told no figure, this share of what was refused may fit. */
const shareAfterRefusal = 0.75;

function whatToLeaveOut(
	branch: readonly Message[],
	window: ContextWindow,
	how: MakingRoom | undefined,
	failed: Answer | undefined,
	maxTokens: number | undefined,
	messagesWithout: (ids: ReadonlySet<string>) => readonly RequestMessage[],
): LeftOut | undefined {
	const tokensWithout = (ids: ReadonlySet<string>) => window.counter.ofMessages(messagesWithout(ids));
	const known = roomFor(window, maxTokens);
	const before = lastLeftOut(branch);
	const refused = failed?.state.type === "failed" && failed.state.failure.reason === "contextOverflow";
	if (how !== undefined && refused) {
		// The gateway has the last word, whatever was thought to fit.
		const most = Math.floor(tokensWithout(new Set(failed.leftOut?.ids)) * shareAfterRefusal);
		return makeRoom(branch, Math.min(known ?? most, most), how, tokensWithout);
	}
	// Where nobody knows the limit, what had to go once stays away.
	return known === null && how === undefined ? before : makeRoom(branch, known, how ?? before?.how, tokensWithout);
}
