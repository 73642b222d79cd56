import type { AgentWorkspace } from "../../../../src/core/agent/tools/agentWorkspace";
import type { Problem } from "../../../../src/core/context/problemsText";
import { MemoryDisk } from "./memoryFiles";

const folder = "/home/user/project";

/** A workspace in memory, with links, ignored files and files outside the workspace. */
export class MemoryWorkspace implements AgentWorkspace {
	readonly disk = new MemoryDisk();
	readonly folder = folder;
	/** Targets of links by their paths; both absolute. */
	readonly links = new Map<string, string>();
	readonly outside = new Map<string, string>();
	readonly ignored = new Set<string>();
	readonly unsaved = new Set<string>();
	found: readonly { readonly path: string; readonly problems: readonly Problem[] }[] = [];
	/** The files outside the workspace that were read. */
	readonly readsOutside: string[] = [];

	constructor(files: Readonly<Record<string, string>> = {}) {
		for (const [path, text] of Object.entries(files)) this.disk.files.set(path, Buffer.from(text).toString("latin1"));
	}

	/** Its files, as text. */
	get files(): Record<string, string> {
		return Object.fromEntries(
			[...this.disk.files].sort().map(([path, text]) => [path, Buffer.from(text, "latin1").toString()]),
		);
	}

	readonly read = (path: string) => this.disk.changed.read(this.#real(path));
	readonly write = (path: string, content: Uint8Array, before: Uint8Array | undefined) =>
		this.disk.changed.write(this.#real(path), content, before);
	readonly remove = (path: string, before: Uint8Array | undefined) =>
		this.disk.changed.remove(this.#real(path), before);
	readonly tidy = async () => {};

	async realPath(path: string) {
		const real = this.#follow(path);
		return this.#exists(real) ? real : undefined;
	}

	async exists(path: string) {
		return this.links.has(path) || this.#exists(this.#follow(path));
	}

	async list() {
		const linked = [...this.links.keys()].map((path) => path.slice(folder.length + 1));
		const paths = [...this.disk.files.keys(), ...linked].filter((path) => !this.ignored.has(path));
		return { paths, cut: false };
	}

	async ignores(path: string) {
		return this.ignored.has(path);
	}

	hasUnsaved(path: string) {
		return this.unsaved.has(path);
	}

	async readOutside(path: string) {
		this.readsOutside.push(path);
		const text = this.outside.get(path);
		if (text === undefined) throw new Error("ENOENT");
		return Buffer.from(text);
	}

	async problems(path: string | undefined) {
		return this.found.filter((file) => path === undefined || file.path === path || file.path.startsWith(`${path}/`));
	}

	#real(path: string): string {
		const real = this.#follow(`${folder}/${path}`);
		if (!real.startsWith(`${folder}/`)) throw new Error(`${path} leads out of the workspace`);
		return real.slice(folder.length + 1);
	}

	#follow(path: string): string {
		for (const [from, to] of this.links) {
			if (path === from || path.startsWith(`${from}/`)) return this.#follow(to + path.slice(from.length));
		}
		return path;
	}

	#exists(path: string): boolean {
		if (path === folder || folder.startsWith(`${path}/`)) return true;
		const inside = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
		if (inside === undefined) return [...this.outside.keys()].some((one) => one === path || one.startsWith(`${path}/`));
		return [...this.disk.files.keys()].some((one) => one === inside || one.startsWith(`${inside}/`));
	}
}
