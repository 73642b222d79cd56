import type { Capabilities } from "../capabilities/capabilities";
import { fillInPrompt } from "../fillIn/fillInTokens";
import type { CompletionRequest } from "../gateway";

/**
 * Builds the body of a request to `/completions`, with only those fields that this model accepts. `stop` is not sent:
 * Gatehouse cuts the answer itself, as it arrives.
 */
export function completionBody(request: CompletionRequest, can: Capabilities) {
	const { model, before, after, family, temperature, maxTokens } = request;
	const texts =
		family === undefined ? { prompt: before, suffix: after } : { prompt: fillInPrompt(family, before, after) };
	const lengthField = can.lengthField === "none" ? undefined : "max_tokens";
	return {
		model,
		...texts,
		...(temperature === undefined || can.temperature === false ? {} : { temperature }),
		...(maxTokens === undefined || !lengthField ? {} : { [lengthField]: maxTokens }),
		stream: true,
	};
}
