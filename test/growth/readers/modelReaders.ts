import { modelKind } from "../../../src/core/models/modelKind";
import type { Reader } from "../reader";

export const modelReaders: readonly Reader[] = [
	{
		name: "modelKind",
		module: "core/models/modelKind",
		tokens: ["embed", "bge", "-", "_", "/", ".", "e5", "tts", "a", "rerank", "whisper", "--"],
		read: (text) => modelKind(text, { type: text, mode: text }),
	},
];
