// One client of the part `wire`, in a separate process, so that the CPU time is its own and no other client's code has been
// optimized for it. Arguments: the client's bundle, and the server's address.
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { messageOf } from "../../../src/core/base/errors";
import { median } from "../median";
import type { ClientReply, ClientTask } from "./clientTask";
import {
	type ChunkShape,
	type CreateStreamClient,
	chunkLength,
	firstTokenModel,
	type StreamClient,
	streamModel,
} from "./streamClient";

const [bundle = "", url = ""] = process.argv.slice(2);
const { createClient } = (await import(pathToFileURL(bundle).href)) as { createClient: CreateStreamClient };
const client = createClient(url);

/** Number of requests that refill the processor's caches after the turns of other processes. */
const wakingUp = 100;

async function cpuPerChunk(chunks: number, shape: ChunkShape): Promise<number> {
	const before = process.cpuUsage();
	await readWhole(client, streamModel(chunks, shape), chunks);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / chunks;
}

async function timeToFirstToken(times: number): Promise<number> {
	const found: number[] = [];
	for (let time = 0; time < times; time++) {
		const asked = performance.now();
		await readWhole(client, firstTokenModel, 1, () => found.push(performance.now() - asked));
		// Lets the answer's last packet arrive and the connection become free. Waits no longer: after a pause, the
		// measurement would include how the processor wakes up.
		await setTimeout(0);
	}
	return median(found.slice(wakingUp));
}

async function readWhole(from: StreamClient, model: string, chunks: number, onFirst = () => {}): Promise<void> {
	const characters = await from.read(model, onFirst);
	if (characters !== chunks * chunkLength) throw new Error(`${characters / chunkLength} of ${chunks} chunks were read`);
}

const measure = (task: ClientTask) =>
	task.measure === "cpu" ? cpuPerChunk(task.chunks, task.shape) : timeToFirstToken(task.times);

process.on("message", (task: ClientTask) => {
	const reply = (message: ClientReply) => process.send?.(message);
	measure(task).then(
		(value) => reply({ value }),
		(error: unknown) => reply({ error: messageOf(error) }),
	);
});
process.once("disconnect", () => process.exit(0));
