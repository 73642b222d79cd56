// Indexes a large folder through the worker, as the extension does: the folder of the corpus' packages, a work folder.
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { languageOf } from "../../../src/core/search/languages";
import type { WorkspaceIndex } from "../../../src/core/search/workspaceIndex";
import { WorkspaceIndexes } from "../../../src/core/search/workspaceIndexes";
import { CapabilityStore } from "../../../src/core/wire/capabilityStore";
import type { Gateway } from "../../../src/core/wire/gateway";
import { GatewayError } from "../../../src/core/wire/gatewayError";
import { systemClock } from "../../../src/vscode/adapters/systemClock";
import { workerStore } from "../../../src/vscode/search/workerStore";
import { repositoryFolder } from "../../host/paths";
import { entriesIn, folderFiles } from "../../search/folderFiles";
import { grammars } from "../../search/folderIndex";
import { memoryState } from "../../unit/core/memoryPorts";
import { answerTasks } from "./answerTasks";
import type { IndexingFigures } from "./indexingTask";

const [packages = "", work = ""] = process.argv.slice(2);
/** About 50 MB of TypeScript and JavaScript, pinned in test/bench/package.json. */
const corpus = ["effect", "three"];
const dimension = 384;
/** So often the event loop is looked at, in milliseconds: the pause itself is in what Node reports. */
const tick = 5;
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
		exists: async () => true,
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
	const files = await entriesIn(folder);
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

/** A gateway with a limit of requests in each second, which is refused beyond: how much of it is used in some seconds. */
async function busyAtLimit(folder: string): Promise<number> {
	const limit = 30;
	/** What is learned in the first seconds is not measured. */
	const learning = 10;
	const seconds = 20;
	let began = 0;
	let passed = 0;
	let windowOf = 0;
	let used = 0;
	const vector = new Float32Array(dimension).fill(1);
	const { gateway } = instantGateway();
	const stop = new AbortController();
	const embed: Gateway["embed"] = async (_model, texts, aborted) => {
		const now = Date.now();
		if (Math.floor(now / 1000) !== windowOf) [windowOf, used] = [Math.floor(now / 1000), 0];
		if (++used > limit) {
			throw new GatewayError("rateLimited", "busy", 429, { retryAfter: (windowOf + 1) * 1000 - now, transient: true });
		}
		await pause(50, undefined, { signal: aborted });
		if (now >= began + learning * 1000) passed++;
		return texts.map(() => vector);
	};
	const index = await indexOf(folder, join(work, "busy.sqlite"), { ...gateway, embed });
	await index.prepare(signal, () => {});
	began = Date.now();
	const timer = setTimeout(() => stop.abort(), (learning + seconds) * 1000);
	await index
		.build(stop.signal, () => {})
		.catch((error: unknown) => {
			// Its time is over: that is how this ends.
			if (!stop.signal.aborted) throw error;
		});
	clearTimeout(timer);
	await index.close();
	return passed / (limit * seconds);
}

async function figures(): Promise<IndexingFigures> {
	const folder = join(work, "corpus");
	for (const name of corpus) await cp(join(packages, "node_modules", name), join(folder, name), { recursive: true });
	const { gateway, sent } = instantGateway();
	const file = join(work, "corpus.sqlite");
	const index = await indexOf(folder, file, gateway);
	const delay = monitorEventLoopDelay({ resolution: tick });
	delay.enable();
	const before = process.cpuUsage();
	const { chunks } = await index.prepare(signal, () => {});
	await index.build(signal, () => {});
	const cpu = milliseconds(process.cpuUsage(before));
	delay.disable();
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
		delay: delay.percentile(99) / 1e6 - tick,
		busy: await busyAtLimit(folder),
		sentAgain: sent() - first,
	};
}

answerTasks(figures);
