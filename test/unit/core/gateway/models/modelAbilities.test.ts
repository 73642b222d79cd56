import assert from "node:assert/strict";
import { reportedAbilities } from "../../../../../src/core/gateway/models/modelAbilities";

describe("models: abilities and states in a list", () => {
	for (const [name, entry, expected] of [
		["nothing", { id: "a", object: "model" }, {}],
		["Mistral", { capabilities: { vision: true, function_calling: false } }, { images: true, tools: false }],
		[
			"OpenRouter",
			{ architecture: { input_modalities: ["text", "image"] }, supported_parameters: ["tools", "temperature"] },
			{ images: true, tools: true },
		],
		["SAIA", { input: ["text", "image"], output: ["text"], status: "ready" }, { images: true, status: "ready" }],
		[
			"LM Studio",
			{ type: "vlm", state: "not-loaded", capabilities: ["tool_use"] },
			{ images: true, tools: true, status: "not-loaded" },
		],
		[
			"llama-server",
			{ status: { value: "loading" }, capabilities: ["completion"] },
			{ images: false, status: "loading" },
		],
		["llama-server with a projector", { capabilities: ["completion", "multimodal"] }, { images: true }],
		["Ollama without tools", { capabilities: ["completion", "vision"] }, { images: true, tools: false }],
		["LiteLLM", { supports_vision: false, supports_function_calling: true }, { images: false, tools: true }],
		["OpenRouter's effort", { supported_parameters: ["reasoning"] }, { tools: false, effort: "reasoning_effort" }],
		["LiteLLM's effort", { supports_reasoning_effort: true }, { effort: "reasoning_effort" }],
		["no effort", { supports_reasoning_effort: false, supports_reasoning: true }, {}],
		["no effort from Mistral's reasoning", { capabilities: { reasoning: true } }, {}],
		["no effort from SAIA's thoughts of Qwen", { id: "qwen3-32b", output: ["text", "thought"] }, {}],
		["no effort from SAIA's thoughts of DeepSeek", { id: "deepseek-v3.1", output: ["text", "thought"] }, {}],
		["no effort from LiteLLM's reasoning", { id: "gpt-oss", supports_reasoning: true }, {}],
		["other types", { capabilities: 7, input: "image", supported_parameters: {}, status: 3, state: ["x"] }, {}],
		["a long state", { status: "x".repeat(1000) }, { status: `${"x".repeat(39)}…` }],
	] as const) {
		it(name, () => assert.deepEqual(reportedAbilities(entry), expected));
	}
});
