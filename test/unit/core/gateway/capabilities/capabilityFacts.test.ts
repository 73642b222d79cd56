import type { Capabilities } from "../../../../../src/core/gateway/capabilities/capabilities";
import { capabilityFacts } from "../../../../../src/core/gateway/capabilities/capabilityFacts";
import { assertTexts } from "../../assertTexts";

describe("capabilities: in words", () => {
	for (const [can, facts] of [
		[{}, []],
		[{ temperature: true, system: true, encodingFormat: true }, []],
		[{ temperature: false }, [/refuses .*temperature/]],
		[{ lengthField: "none" }, [/refuses .*length limit/]],
		[{ lengthField: "max_completion_tokens" }, [/length limit .*max_completion_tokens/]],
		[{ system: false, contextLength: 8192 }, [/refuses system messages/, /8,192 tokens/]],
		[{ maxOutput: 8192 }, [/at most 8,192 tokens/]],
		[{ usage: false }, [/not count tokens/]],
		[
			{ embeddingArrays: true, embeddingBatch: 32, embeddingBatchLimited: true, dimension: 1024 },
			[/several texts at once/, /at most 32 texts/, /embeddings .*1,024 dimensions/],
		],
		[{ encodingFormat: false, embeddingArrays: false }, [/one text at a time/, /refuses encoding_format/]],
		[{ needsReasoning: true }, [/without the reasoning before them/]],
		[{ needsReasoning: false }, []],
		[{ effort: "refused" }, [/refuses a reasoning effort/]],
		[
			{ effort: "reasoning_effort", effortLevels: ["low", "high"] },
			[/reasoning effort, in the field reasoning_effort/, /efforts: low, high/],
		],
		[{ toolRung: "streamed" }, [/calls tools\.$/]],
		[{ toolRung: "whole" }, [/only when its answer is not streamed/]],
		[{ toolRung: "leaked" }, [/tool calls into its text/]],
		[{ toolRung: "prompted", toolRole: false }, [/Tools are described to it/, /refuses tool results/]],
		[{ kind: "embedding" }, [/embeddings and cannot chat/]],
		[{ kind: "chat" }, [/cannot make embeddings/]],
	] as const satisfies readonly (readonly [Capabilities, readonly RegExp[]])[]) {
		it(`${JSON.stringify(can)}`, () => assertTexts(capabilityFacts(can, "en"), facts));
	}
});
