import * as l10n from "@vscode/l10n";
import type { ToolRung } from "../../gateway/capabilities/capabilities";
import { collectAnswer } from "../../gateway/collectAnswer";
import type { ChatRequest, ToolDefinition } from "../../gateway/gateway";
import { GatewayError } from "../../gateway/gatewayError";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep, StepOutcome } from "../doctorStep";
import { gatewayTrouble } from "./gatewayTrouble";

/** For the model, and therefore not translated. */
const description = "Reports a word. Changes nothing.";

/** A tool that does nothing: it is only offered, to see whether and how it is called. */
const harmlessTool: ToolDefinition = {
	name: "report_word",
	description,
	parameters: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
};

/**
 * Checks how the chosen model calls tools: by which rung of the ladder, or not at all. The result is learned, as from
 * any answer.
 */
export const toolsStep: DoctorStep = {
	id: "tools",
	title: () => l10n.t("Tools"),
	needs: ["models", "chat"],
	limitSeconds: 90,
	async run(context, signal) {
		const model = context.chatModel;
		if (!model) return { type: "skipped", reason: l10n.t("None of the gateway's models is for chat.") };
		try {
			const rung = () => context.deps.gatewayServices.capabilities.get(context.base.href, model).toolRung;
			let isCalled = await calls(context, model, {}, signal);
			// A gateway may silently drop the field; the tool is then described in the text.
			if (!isCalled && rung() === undefined) isCalled = await calls(context, model, described, signal);
			signal.throwIfAborted();
			return isCalled ? { type: "ok", found: calledBy(model, rung()) } : notCalled(model);
		} catch (error) {
			if (error instanceof GatewayError) {
				return { type: "failed", ...gatewayTrouble(error), details: [l10n.t("Asked: {0}", model)] };
			}
			throw error;
		}
	},
};

const described: Pick<ChatRequest, "toolRung"> = { toolRung: "prompted" };

async function calls(
	context: DoctorContext,
	model: string,
	rung: Pick<ChatRequest, "toolRung">,
	signal: AbortSignal,
): Promise<boolean> {
	const content = `Call the tool ${harmlessTool.name} with the word "ready". Do not answer with text.`;
	const request = { model, messages: [{ role: "user" as const, content }], tools: [harmlessTool], ...rung };
	const { toolCalls = [], interruption } = await collectAnswer(context.gateway(), request, {
		signal,
		log: context.deps.gatewayServices.log,
	});
	if (interruption) throw interruption;
	return toolCalls.some(({ name }) => name === harmlessTool.name);
}

function calledBy(model: string, rung: ToolRung | undefined): string {
	switch (rung) {
		case "whole":
			return l10n.t("{0} calls tools, but only when its answer is not streamed.", model);
		case "leaked":
			return l10n.t("{0} writes its tool calls into the text, where Gatehouse recognizes them.", model);
		case "prompted":
			return l10n.t("{0} calls tools that are described in the text of the request.", model);
		default:
			return l10n.t("{0} calls tools in its streamed answer.", model);
	}
}

function notCalled(model: string): StepOutcome {
	return {
		type: "warning",
		cause: l10n.t("{0} did not call the tool that it was offered: the agent may not work with it.", model),
		fix: l10n.t("Chatting works. For the agent, choose another model with “Select Model”."),
	};
}
