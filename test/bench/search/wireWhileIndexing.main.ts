// Does the same work as the extension host while a large folder is indexed: the real client over HTTP, a worker beside
// it, and the demo gateway in another process. VS Code does not list the files here: hostDelay.main.ts measures that,
// too.
import { join } from "node:path";
import { parseBaseUrl } from "../../../src/core/gateway/baseUrl";
import { createGateway } from "../../../src/core/gateway/client";
import type { WorkspaceIndex } from "../../../src/core/search/workspaceIndex";
import { WorkspaceIndexes } from "../../../src/core/search/workspaceIndexes";
import { indexStoreClient } from "../../../src/vscode/adapters/index/indexStoreClient";
import { bundlesFolder, repositoryFolder } from "../../host/paths";
import { folderFiles } from "../../search/world/folderFiles";
import { grammars } from "../../search/world/folderIndex";
import { memoryLogChannel } from "../../unit/core/memoryPorts";
import { startBenchProcess } from "../benchProcess";
import { realWire } from "../wire/realWire";
import { answerTasks, type TaskReply } from "./answerTasks";
import { corpusIn } from "./corpus";
import { delayWhile } from "./delayWhile";
import type { GatewayTask } from "./rateLimitedGateway.main";
import { modelName, type WireFigures } from "./wireFigures";

const [packages = "", work = ""] = process.argv.slice(2);
/**
 * The gateway's limit: requests, in a window in milliseconds. Real gateways' windows last a minute. In much shorter
 * ones, the rounding of pauses to whole seconds would outweigh what is measured.
 */
const limit = { requests: 100, window: 10_000 };
/** Numbers of windows; the limiter learns in the first ones, which are not measured. */
const windows = { learning: 2, measured: 6 };
const { signal } = new AbortController();

async function figures(): Promise<WireFigures> {
	const gateway = startBenchProcess(join(bundlesFolder, "bench", "search", "rateLimitedGateway.main.js"));
	const ask = async <T>(task: GatewayTask) => {
		const reply = (await gateway.ask(task)) as TaskReply<T>;
		if ("error" in reply) throw new Error(reply.error);
		return reply.value;
	};
	const index = await indexOf(await corpusIn(packages, work), await ask<{ url: string; key: string }>({ do: "open" }));
	try {
		const delayCutting = await delayWhile(async () => void (await index.prepare(signal, () => {})));
		await ask({ do: "limit", ...limit });
		// One more window than measured, because the first one begins only with the first request.
		await buildFor((windows.learning + windows.measured + 1) * limit.window, index);
		const passed = await ask<number[]>({ do: "lift" });
		const measured = passed.slice(windows.learning, windows.learning + windows.measured);
		const began = performance.now();
		let embedded = 0;
		const delayEmbedding = await delayWhile(async () => {
			({ embedded } = await index.build(signal, () => {}));
		});
		return {
			busy: measured.reduce((sum, count) => sum + count, 0) / (limit.requests * windows.measured),
			delayCutting,
			delayEmbedding,
			rate: (embedded / (performance.now() - began)) * 1000,
		};
	} finally {
		await index.close();
		await gateway.close();
	}
}

function indexOf(
	folder: string,
	{ url, key }: { readonly url: string; readonly key: string },
): Promise<WorkspaceIndex> {
	const wire = realWire();
	const base = parseBaseUrl(url);
	const target = {
		gateway: createGateway(base, { read: async () => key }, wire),
		href: base.href,
		gatewayName: "Bench",
		model: modelName,
	};
	const script = join(repositoryFolder, "dist", "indexWorker.cjs");
	const location = { file: join(work, "wire.sqlite"), model: modelName };
	return new WorkspaceIndexes({
		target: async () => target,
		files: folderFiles(folder),
		open: (_target, make) => indexStoreClient(script, { location, make, grammars }, memoryLogChannel()),
		remove: async () => {},
		capabilities: wire.capabilities,
		clock: wire.clock,
	}).current();
}

/** Builds, and stops after a time. */
async function buildFor(milliseconds: number, index: WorkspaceIndex): Promise<void> {
	const stop = new AbortController();
	const timer = setTimeout(() => stop.abort(), milliseconds);
	await index
		.build(stop.signal, () => {})
		.catch((error: unknown) => {
			// Expected: its time is over.
			if (!stop.signal.aborted) throw error;
		});
	clearTimeout(timer);
	if (!stop.signal.aborted) throw new Error("The folder is too small: it was embedded before the time was over.");
}

answerTasks(figures);
