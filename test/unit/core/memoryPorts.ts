import { Emitter } from "../../../src/core/base/event";
import type { AppendLog, Clock, Log, LogText, SecretStore, StateStore } from "../../../src/core/base/ports";

/** Implementations of the ports in memory, for tests. */

export function memorySecrets(): SecretStore & { readonly values: Map<string, string> } {
	const values = new Map<string, string>();
	const changed = new Emitter<string>();
	return {
		values,
		get: async (name) => values.get(name),
		set: async (name, value) => {
			values.set(name, value);
			changed.fire(name);
		},
		delete: async (name) => {
			values.delete(name);
			changed.fire(name);
		},
		onDidChange: changed.event,
	};
}

/** Creates a state that keeps only what JSON can keep, as a Memento does. */
export function memoryState(): StateStore & { readonly values: Map<string, string> } {
	const values = new Map<string, string>();
	return {
		values,
		get: (key) => {
			const json = values.get(key);
			return json === undefined ? undefined : JSON.parse(json);
		},
		set: async (key, value) => {
			if (value === undefined) values.delete(key);
			else values.set(key, JSON.stringify(value));
		},
	};
}

interface MemoryLog extends AppendLog {
	readonly files: Map<string, Map<string, string>>;
	/** Error of every write; `undefined` lets writes succeed. */
	failure: Error | undefined;
	/** Writers whose files cannot be read. */
	readonly unreadable: Set<string>;
}

export function memoryAppendLog(): MemoryLog {
	const files = new Map<string, Map<string, string>>();
	const changed = new Emitter<string>();
	return {
		files,
		failure: undefined,
		unreadable: new Set(),
		folders: async () => [...files.keys()],
		async read(folder, unreadable, from) {
			const texts = new Map<string, LogText>();
			for (const [writer, text] of files.get(folder) ?? []) {
				if (this.unreadable.has(writer)) {
					unreadable(writer, new Error("EACCES"));
					continue;
				}
				const bytes = Buffer.from(text);
				const begin = from?.get(writer) ?? 0;
				if (bytes.length <= begin) continue;
				texts.set(writer, { text: bytes.subarray(begin).toString(), end: bytes.lastIndexOf(0x0a) + 1 });
			}
			return texts;
		},
		async append(folder, writer, line) {
			if (this.failure) throw this.failure;
			const writers = files.get(folder) ?? new Map<string, string>();
			files.set(folder, writers.set(writer, `${writers.get(writer) ?? ""}${line}\n`));
			changed.fire(folder);
		},
		async remove(folder, writer, size = Number.POSITIVE_INFINITY) {
			if (this.failure) throw this.failure;
			const text = files.get(folder)?.get(writer);
			if (text !== undefined && Buffer.byteLength(text) <= size) files.get(folder)?.delete(writer);
		},
		watch: (folder, told) => changed.event((name) => name === folder && told()),
	};
}

/** Creates a clock that moves only when it is advanced. */
export function manualClock(start = 1_000_000): Clock & {
	advance(milliseconds: number): void;
	/** Number of timers that have neither run nor been disposed. */
	readonly pending: number;
} {
	let now = start;
	let timers: { at: number; run: () => void }[] = [];
	return {
		now: () => now,
		get pending() {
			return timers.length;
		},
		after(milliseconds, run) {
			const timer = { at: now + milliseconds, run };
			timers.push(timer);
			return {
				dispose: () => {
					timers = timers.filter((other) => other !== timer);
				},
			};
		},
		advance(milliseconds) {
			now += milliseconds;
			const due = timers.filter(({ at }) => at <= now);
			timers = timers.filter(({ at }) => at > now);
			for (const { run } of due) run();
		},
	};
}

export function memoryLogChannel(): Log & { readonly lines: string[] } {
	const lines: string[] = [];
	const add = (message: string) => void lines.push(message);
	return { lines, debug: add, info: add, warn: add, error: add };
}
