import {
	hintOf,
	hintOfAbilities,
	hintOfOutputs,
	hintOfTask,
	wordsOf,
} from "../../../src/core/gateway/models/hintWords";
import { kindOfHints } from "../../../src/core/gateway/models/modelHints";
import { modelKind } from "../../../src/core/gateway/models/modelKind";
import { kindOfName } from "../../../src/core/gateway/models/modelNames";
import { chatSuitability } from "../../../src/core/gateway/models/modelSuitability";
import type { Reader } from "../reader";

const names = [
	"embed",
	"bge",
	"-",
	"_",
	"/",
	".",
	"e5",
	"tts",
	"a",
	"rerank",
	"whisper",
	"--",
	"gpt-",
	"4",
	"b",
	"image",
];
const words = ["chat", "-", "_", "/", " ", "text", "->", "+", "embeddings", "llm/v1/", "A", "é"];

export const modelReaders: readonly Reader[] = [
	{
		name: "modelKind",
		module: "core/gateway/models/modelKind",
		tokens: names,
		read: (text) => modelKind(text, { type: text, mode: text }),
	},
	{ name: "kindOfName", module: "core/gateway/models/modelNames", tokens: names, read: kindOfName },
	{ name: "chatSuitability", module: "core/gateway/models/modelSuitability", tokens: names, read: chatSuitability },
	{
		name: "kindOfHints",
		module: "core/gateway/models/modelHints",
		tokens: words,
		read: (text) =>
			kindOfHints({ modality: text, tags: text.split("-"), capabilities: { [text]: true, info: { task: text } } }),
	},
	{
		name: "hintOf",
		module: "core/gateway/models/hintWords",
		tokens: words,
		read: (text) => hintOf([text, ...text.split("-")]),
	},
	{
		name: "hintOfAbilities",
		module: "core/gateway/models/hintWords",
		tokens: words,
		read: (text) => hintOfAbilities(text.split("-")),
	},
	{
		name: "hintOfOutputs",
		module: "core/gateway/models/hintWords",
		tokens: words,
		read: (text) => hintOfOutputs(text.split("+")),
	},
	{
		name: "hintOfTask",
		module: "core/gateway/models/hintWords",
		tokens: words,
		read: (text) => hintOfTask(text),
	},
	{
		name: "wordsOf",
		module: "core/gateway/models/hintWords",
		tokens: words,
		read: (text) => wordsOf({ name: text, [text]: true }),
	},
];
