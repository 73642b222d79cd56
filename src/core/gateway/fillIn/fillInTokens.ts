import { type FillInFamily, fillInFamilies } from "../capabilities/capabilities";

/** The tokens of a family, and which text comes first. */
interface FamilyTokens {
	readonly before: string;
	readonly after: string;
	/** The token after which the model begins to write; empty for none. */
	readonly middle: string;
	readonly first: "before" | "after";
	/** Further tokens with which its answers end. */
	readonly ends: readonly string[];
	/** Matches the names of its models. */
	readonly names: RegExp;
}

/** The tokens that the makers of the models document. A model's name only determines which family to try first. */
const families: Readonly<Record<FillInFamily, FamilyTokens>> = {
	qwen: {
		...{ before: "<|fim_prefix|>", after: "<|fim_suffix|>", middle: "<|fim_middle|>", first: "before" },
		ends: ["<|endoftext|>", "<|fim_pad|>", "<|file_sep|>", "<|repo_name|>", "<|im_end|>"],
		names: /qwen|codegemma|gemma|granite-?[34]/,
	},
	starcoder: {
		...{ before: "<fim_prefix>", after: "<fim_suffix>", middle: "<fim_middle>", first: "before" },
		ends: ["<|endoftext|>", "<file_sep>", "<fim_pad>"],
		names: /star-?coder|stable-?code|refact|granite|yi-?coder|smollm/,
	},
	deepseek: {
		...{ before: "<｜fim▁begin｜>", after: "<｜fim▁hole｜>", middle: "<｜fim▁end｜>", first: "before" },
		ends: ["<｜end▁of▁sentence｜>", "<|EOT|>"],
		names: /deepseek/,
	},
	codellama: {
		...{ before: "<PRE> ", after: " <SUF>", middle: " <MID>", first: "before" },
		ends: ["<EOT>", "</s>"],
		names: /code-?llama/,
	},
	codestral: {
		...{ before: "[PREFIX]", after: "[SUFFIX]", middle: "", first: "after" },
		ends: ["[MIDDLE]", "</s>"],
		names: /codestral|mistral|devstral/,
	},
	seed: {
		...{ before: "<[fim-prefix]>", after: "<[fim-suffix]>", middle: "<[fim-middle]>", first: "after" },
		ends: ["<[end▁of▁sentence]>"],
		names: /seed-?coder/,
	},
	mellum: {
		...{ before: "<fim_prefix>", after: "<fim_suffix>", middle: "<fim_middle>", first: "after" },
		ends: ["<|endoftext|>"],
		names: /mellum/,
	},
	glm: {
		...{ before: "<|code_prefix|>", after: "<|code_suffix|>", middle: "<|code_middle|>", first: "before" },
		ends: ["<|endoftext|>", "<|user|>"],
		names: /glm|codegeex/,
	},
};

/** The families to try with a model whose name matches none: most models use the tokens of one of these. */
const common: readonly FillInFamily[] = ["qwen", "starcoder"];

/** Returns the families to try with a model, the most likely first. */
export function likelyFamilies(model: string): readonly FillInFamily[] {
	const name = model.toLowerCase();
	const named = fillInFamilies.filter((family) => families[family].names.test(name));
	return [...new Set([...named, ...common])].slice(0, common.length);
}

/**
 * Returns the prompt that asks a family's models for the code between two texts; the family's tokens are removed from
 * both.
 */
export function fillInPrompt(family: FillInFamily, before: string, after: string): string {
	const tokens = families[family];
	const first = tokens.before + withoutTokens(before, family);
	const second = tokens.after + withoutTokens(after, family);
	return (tokens.first === "before" ? first + second : second + first) + tokens.middle;
}

/** Every token of a family, without the spaces around it. */
function tokensOf(family: FillInFamily): readonly string[] {
	const { before, after, middle, ends } = families[family];
	return [before, after, middle, ...ends].map((token) => token.trim()).filter((token) => token !== "");
}

/** Removes a family's tokens from a text of a file, which could otherwise end the prompt. */
function withoutTokens(text: string, family: FillInFamily): string {
	return tokensOf(family).reduce((rest, token) => rest.replaceAll(token, ""), text);
}

const everyToken = [...new Set(fillInFamilies.flatMap(tokensOf))];

/** Returns where the first token of any family begins in an answer; -1 if there is none. The code ends there. */
export function firstToken(text: string): number {
	return everyToken.reduce((first, token) => {
		const at = text.indexOf(token);
		return at >= 0 && (first < 0 || at < first) ? at : first;
	}, -1);
}
