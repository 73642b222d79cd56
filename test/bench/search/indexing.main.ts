// Indexes a large folder through the worker, as the extension does: the folder of the corpus' packages, a work folder.
import { join } from "node:path";
import { systemClock } from "../../../src/core/base/systemClock";
import { CapabilityStore } from "../../../src/core/gateway/capabilities/capabilityStore";
import type { Gateway } from "../../../src/core/gateway/gateway";
import type { WorkspaceIndex } from "../../../src/core/search/workspaceIndex";
import { WorkspaceIndexes } from "../../../src/core/search/workspaceIndexes";
import { indexStoreClient } from "../../../src/vscode/adapters/index/indexStoreClient";
import { repositoryFolder } from "../../host/paths";
import { folderFiles } from "../../search/world/folderFiles";
import { grammars } from "../../search/world/folderIndex";
import { memoryLogChannel, memoryState } from "../../unit/core/memoryPorts";
import { answerTasks } from "./answerTasks";
import { corpusIn } from "./corpus";
import { cpuSince } from "./cpuSince";
import type { BuildFigures } from "./indexingTask";

const [packages = "", work = ""] = process.argv.slice(2);
const dimension = 384;
const { signal } = new AbortController();

/** Answers at once with vectors that cost almost nothing: the gateway client is not measured here. */
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
	void capabilities.record("bench", "bench", { embeddingArrays: true, embeddingBatch: 64 });
	const script = join(repositoryFolder, "dist", "indexWorker.cjs");
	return new WorkspaceIndexes({
		target: async () => ({ gateway, href: "bench", gatewayName: "Bench", model: "bench" }),
		files: folderFiles(folder),
		open: ({ model }, make) =>
			indexStoreClient(script, { location: { file, model }, make, grammars }, memoryLogChannel()),
		remove: async () => {},
		capabilities,
		clock: systemClock,
	}).current();
}

async function figures(): Promise<BuildFigures> {
	const folder = await corpusIn(packages, work);
	const { gateway, sent } = instantGateway();
	const file = join(work, "corpus.sqlite");
	const index = await indexOf(folder, file, gateway);
	const before = process.cpuUsage();
	await index.prepare(signal, () => {});
	await index.build(signal, () => {});
	const cpu = cpuSince(before);
	const first = sent();
	await index.close();
	const again = await indexOf(folder, file, gateway);
	await again.prepare(signal, () => {});
	await again.build(signal, () => {});
	const { leftOut = [], chunks = 0 } = (await again.facts()) ?? {};
	await again.close();
	return {
		folder,
		leftOut: leftOut.map(({ path }) => path),
		chunks,
		cpu,
		sentAgain: sent() - first,
	};
}

answerTasks(figures);
