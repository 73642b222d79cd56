// The baseline for indexing: its files are only read and parsed, in a separate process.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languageOf } from "../../../src/core/search/model/languages";
import { entriesIn } from "../../search/world/folderFiles";
import { grammars } from "../../search/world/folderIndex";
import { answerTasks } from "./answerTasks";
import { cpuSince } from "./cpuSince";
import type { ParsingFigures, ParsingTask } from "./indexingTask";

type TreeSitter = typeof import("@vscode/tree-sitter-wasm");

answerTasks(async ({ folder, leftOut }: ParsingTask): Promise<ParsingFigures> => {
	const { Parser, Language } = (await import("@vscode/tree-sitter-wasm")).default as unknown as TreeSitter;
	await Parser.init({ locateFile: (name) => join(grammars, name) });
	const parser = new Parser();
	const files = await entriesIn(folder);
	const none = new Set(leftOut);
	const loaded = new Map<string, Awaited<ReturnType<typeof Language.load>>>();
	let length = 0;
	const before = process.cpuUsage();
	for (const { path, location } of files) {
		const { grammar } = languageOf(path);
		if (!grammar || none.has(path)) continue;
		const language =
			loaded.get(grammar) ?? (await Language.load(readFileSync(join(grammars, `tree-sitter-${grammar}.wasm`))));
		loaded.set(grammar, language);
		const text = readFileSync(location?.file ?? "", "utf8");
		length += text.length;
		parser.setLanguage(language);
		parser.parse(text)?.delete();
	}
	return { cpu: cpuSince(before), megabytes: length / 1024 / 1024 };
});
