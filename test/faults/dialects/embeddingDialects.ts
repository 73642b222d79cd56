import type { Dialect } from "./dialect";

/** A server's answer with the embedding of one text, and its vector. */
export interface EmbeddingDialect extends Dialect {
	readonly json: unknown;
	readonly vector: readonly number[];
}

const vector = [5, -0.5, 0.25];
const base64 = Buffer.from(Float32Array.from(vector).buffer).toString("base64");
const dialect = (source: string, name: string, json: unknown): EmbeddingDialect => ({ source, name, json, vector });

export const embeddingDialects: readonly EmbeddingDialect[] = [
	dialect("abetlen/llama-cpp-python#1588", "llama-cpp-python: the vector in a list of its own", {
		object: "list",
		data: [{ object: "embedding", embedding: [vector], index: 0 }],
	}),
	dialect("langroid/langroid#922", "older llama.cpp: a bare list, its vector in a list of its own", [
		{ index: 0, embedding: [vector] },
	]),
	dialect("langroid/langroid#922", "older llama.cpp: one vector in no list", { embedding: vector }),
	dialect("langroid/langroid#922", "older llama.cpp: one vector in a list of its own", { embedding: [vector] }),
	dialect("Lightning-AI/LitServe#740", "LitServe: an array of numbers, whatever was asked", {
		data: [{ index: 0, object: "embedding", embedding: vector }],
	}),
	dialect("huggingface/text-embeddings-inference#288", "base64 with its counts", {
		object: "list",
		data: [{ object: "embedding", index: 0, embedding: base64 }],
		usage: { prompt_tokens: 1, total_tokens: 1 },
	}),
	dialect("vllm-project/vllm#5935", "vLLM: base64 in a list of its own", { data: [{ index: 0, embedding: [base64] }] }),
];
