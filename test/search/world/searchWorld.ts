import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Clock } from "../../../src/core/base/ports";
import { systemClock } from "../../../src/core/base/systemClock";
import { CapabilityStore } from "../../../src/core/gateway/capabilities/capabilityStore";
import type { WorkspaceIndex } from "../../../src/core/search/workspaceIndex";
import { type DemoGateway, type GatewayOptions, startGateway } from "../../gateway/demoGateway";
import { memoryState } from "../../unit/core/memoryPorts";
import { folderIndex } from "./folderIndex";

/** A folder of files, a demo gateway, and an index in its file: everything that search by meaning needs, without VS Code. */
export interface SearchWorld {
	/** The workspace; it is empty at first. */
	readonly folder: string;
	/** The index's file. */
	readonly file: string;
	readonly gateway: DemoGateway;
	readonly index: WorkspaceIndex;
	readonly capabilities: CapabilityStore;
	/** The texts that the gateway was asked to embed, in order. */
	readonly embedded: () => readonly string[];
	write(files: Readonly<Record<string, string>>): Promise<void>;
	/** Reads and cuts the files, and gives the user's consent to send them. */
	prepare(): Promise<void>;
	/** Does the same as `prepare`, and embeds. */
	build(): Promise<void>;
	/** Opens another window on the same file. @param parts the subfolders that are its workspace's folders. */
	secondIndex(parts?: readonly string[]): Promise<WorkspaceIndex>;
	close(): Promise<void>;
}

/** The options of a world. */
export interface WorldOptions {
	readonly gateway?: GatewayOptions;
	readonly clock?: Clock;
	/** Returns the key; the gateway's key by default. */
	readonly readKey?: () => Promise<string>;
}

export const never = new AbortController().signal;

/** Creates a world; the caller closes it. */
export async function searchWorld({
	gateway: options,
	clock = systemClock,
	readKey,
}: WorldOptions = {}): Promise<SearchWorld> {
	const root = await mkdtemp(join(tmpdir(), "gatehouse-search-"));
	const folder = join(root, "workspace");
	const file = join(root, "index", "demo.sqlite");
	await mkdir(folder);
	const gateway = await startGateway(options);
	const capabilities = new CapabilityStore(memoryState());
	const { url } = gateway;
	const newIndex = (parts?: readonly string[]) =>
		folderIndex({ folder, file, url, readKey: readKey ?? (async () => gateway.key), capabilities, clock, parts });
	const indexes = [await newIndex()];
	const [index] = indexes as [WorkspaceIndex];
	const prepare = async () => {
		const { folders } = await index.prepare(never, () => {});
		await index.agree(folders);
	};
	return {
		folder,
		file,
		gateway,
		index,
		capabilities,
		embedded: () => gateway.requests.flatMap(({ path, json }) => (path === "/v1/embeddings" ? inputsOf(json) : [])),
		async write(files) {
			for (const [path, text] of Object.entries(files)) {
				await mkdir(dirname(join(folder, path)), { recursive: true });
				await writeFile(join(folder, path), text);
			}
		},
		prepare,
		async build() {
			await prepare();
			await index.build(never, () => {});
		},
		async secondIndex(parts) {
			const second = await newIndex(parts);
			indexes.push(second);
			return second;
		},
		async close() {
			for (const one of indexes) await one.close();
			await gateway.close();
			await rm(root, { recursive: true, force: true });
		},
	};
}

/** Returns the texts in a request for embeddings. */
export function inputsOf(json: unknown): string[] {
	const { input } = json as { readonly input: string | string[] };
	return [input].flat();
}
