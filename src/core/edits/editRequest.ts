import type { MakingRoom, Message } from "../../shared/conversation";
import { type PlannedRequest, planRequest, type RequestSettings } from "../chat/chatRequest";

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
