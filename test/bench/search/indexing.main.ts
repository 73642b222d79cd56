// Indexes a large folder through the worker, as the extension does: the folder of the corpus' packages, a work folder.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { languageOf } from "../../../src/core/search/languages";
import type { WorkspaceIndex } from "../../../src/core/search/workspaceIndex";
import { WorkspaceIndexes } from "../../../src/core/search/workspaceIndexes";
import { CapabilityStore } from "../../../src/core/wire/capabilityStore";
import type { Gateway } from "../../../src/core/wire/gateway";
import { systemClock } from "../../../src/vscode/adapters/systemClock";
import { workerStore } from "../../../src/vscode/search/workerStore";
import { repositoryFolder } from "../../host/paths";
import { folderFiles } from "../../search/folderFiles";
import { grammars } from "../../search/folderIndex";
import { memoryState } from "../../unit/core/memoryPorts";
import { answerTasks } from "./answerTasks";
import { corpusIn } from "./corpus";
import type { IndexingFigures } from "./indexingTask";

const [packages = "", work = ""] = process.argv.slice(2);
const dimension = 384;
const { signal } = new AbortController();

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/** Answers at once with vectors that cost next to nothing to make: what is measured is not the wire. */
function instantGateway(): { readonly gateway: Gateway; readonly sent: () => number } {
	let sent = 0;
	const vectors = Array.from({ length: 64 }, (_, i) =>
		Float32Array.from({ length: dimension }, (_, at) => ((i * at) % 17) - 8),
	);
	const embed: Gateway["embed"] = async (_model, texts) => {
		sent += texts.length;
		return texts.map((text) => vectors[text.length % 64] ?? new Float32Array(dimension));
	};
	const none = () => {
		throw new Error("Only embeddings are asked for.");
	};
	return { gateway: { listModels: none, chat: none, embed }, sent: () => sent };
}

function indexOf(folder: string, file: string, gateway: Gateway): Promise<WorkspaceIndex> {
	const capabilities = new CapabilityStore(memoryState());
	void capabilities.learn("bench", "bench", { embeddingArrays: true, embeddingBatch: 64 });
	const script = join(repositoryFolder, "dist", "indexWorker.cjs");
	return new WorkspaceIndexes({
		target: async () => ({ gateway, href: "bench", gatewayName: "Bench", model: "bench" }),
		files: folderFiles(folder),
		open: ({ model }, make) => workerStore(script, { location: { file, model }, make, grammars }),
		remove: async () => {},
		capabilities,
		clock: systemClock,
	}).current();
}

/** The same files, read and parsed and nothing else. @param leftOut what is not in the index. */
async function bareParsing(
	folder: string,
	leftOut: ReadonlySet<string>,
): Promise<{ readonly cpu: number; readonly bytes: number }> {
	const { Parser, Language } = (await import("@vscode/tree-sitter-wasm"))
		.default as unknown as typeof import("@vscode/tree-sitter-wasm");
	await Parser.init({ locateFile: (name) => join(grammars, name) });
	const parser = new Parser();
	const files = await folderFiles(folder).list(signal);
	const loaded = new Map<string, Awaited<ReturnType<typeof Language.load>>>();
	let bytes = 0;
	const before = process.cpuUsage();
	for (const { path, location } of files) {
		const { grammar } = languageOf(path);
		if (!grammar || leftOut.has(path)) continue;
		const language =
			loaded.get(grammar) ?? (await Language.load(await readFile(join(grammars, `tree-sitter-${grammar}.wasm`))));
		loaded.set(grammar, language);
		const text = await readFile(location?.file ?? "", "utf8");
		bytes += text.length;
		parser.setLanguage(language);
		parser.parse(text)?.delete();
	}
	return { cpu: milliseconds(process.cpuUsage(before)), bytes };
}

async function figures(): Promise<IndexingFigures> {
	const folder = await corpusIn(packages, work);
	const { gateway, sent } = instantGateway();
	const file = join(work, "corpus.sqlite");
	const index = await indexOf(folder, file, gateway);
	const before = process.cpuUsage();
	const { chunks } = await index.prepare(signal, () => {});
	await index.build(signal, () => {});
	const cpu = milliseconds(process.cpuUsage(before));
	const first = sent();
	await index.close();
	const again = await indexOf(folder, file, gateway);
	await again.prepare(signal, () => {});
	await again.build(signal, () => {});
	const { leftOut = [] } = (await again.facts()) ?? {};
	await again.close();
	const bare = await bareParsing(folder, new Set(leftOut.map(({ path }) => path)));
	return {
		megabytes: bare.bytes / 1024 / 1024,
		chunks,
		parsing: bare.cpu,
		indexing: cpu,
		sentAgain: sent() - first,
	};
}

answerTasks(figures);
