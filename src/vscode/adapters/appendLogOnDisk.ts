import { watch } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { lazy } from "../../core/base/lazy";
import type { AppendLog, LogText } from "../../core/base/ports";
import type { Disposable } from "../../shared/disposable";
import { limits } from "../../shared/untrusted/limits";
import { ignoreMissing, makePrivate, privateFile, privateFolder } from "./privateFiles";

const extension = ".jsonl";
const newline = 0x0a;

/**
 * Returns append-only files on Node's file system, because VS Code's `workspace.fs` can neither append nor sync.
 *
 * @param root the parent folder, created when needed; other users of the computer cannot read it.
 * @param protect called before the first use, to make the files of an earlier version private too.
 */
export function appendLogOnDisk(root: string, protect = () => makePrivate(root)): AppendLog {
	const ready = lazy(protect);
	/** The last write to each file, which the next one waits for. */
	const queues = new Map<string, Promise<unknown>>();
	/** Files whose last write by this process ended in a newline. */
	const whole = new Set<string>();

	/** Hands a line to the operating system, which keeps it even if this process is killed; returns the open file. */
	async function write(folder: string, writer: string, line: string): Promise<FileHandle> {
		const path = join(root, folder, writer + extension);
		const wasWhole = whole.delete(path);
		if (!wasWhole) {
			await ready();
			await mkdir(join(root, folder), { recursive: true, mode: privateFolder });
		}
		const file = await open(path, "a+", privateFile);
		try {
			const isTorn = !wasWhole && !(await endsInNewline(file));
			const bytes = Buffer.from(`${isTorn ? "\n" : ""}${line}\n`);
			const { bytesWritten } = await file.write(bytes);
			if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
			whole.add(path);
			return file;
		} catch (error) {
			await file.close();
			throw error;
		}
	}

	/**
	 * Runs a write to a file after the previous one, whether that succeeded or not; the caller gets the new one's error.
	 * A write does not wait until the previous one is on the disk: with a slow disk, text that is already shown would
	 * stay in memory, and killing the window would lose it.
	 */
	function queued<T>(folder: string, writer: string, run: () => Promise<T>): Promise<T> {
		const key = join(folder, writer);
		const done = (queues.get(key) ?? Promise.resolve()).then(run);
		queues.set(
			key,
			done.catch(() => undefined),
		);
		return done;
	}

	return {
		async folders() {
			await ready();
			return (await entriesOf(root)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
		},

		async read(folder, unreadable, from) {
			await ready();
			const grown: GrownFile[] = [];
			for (const entry of await entriesOf(join(root, folder))) {
				if (!entry.isFile() || !entry.name.endsWith(extension)) continue;
				const writer = entry.name.slice(0, -extension.length);
				const path = join(root, folder, entry.name);
				const begin = from?.get(writer) ?? 0;
				try {
					const size = (await stat(path).catch(ignoreMissing))?.size ?? 0;
					if (size > begin) grown.push({ writer, path, begin, size });
				} catch (error) {
					unreadable(writer, error);
				}
			}
			const files = new Map<string, LogText>();
			let left: number = limits.conversationBytes;
			// Smallest first: the part of its share that a small file does not need is left for the others.
			grown.sort((a, b) => a.size - a.begin - (b.size - b.begin));
			for (const [at, file] of grown.entries()) {
				const most = Math.floor(left / (grown.length - at));
				left -= Math.min(most, file.size - file.begin);
				try {
					const text = await textOf(file, most);
					if (text) files.set(file.writer, text);
				} catch (error) {
					unreadable(file.writer, error);
				}
			}
			return files;
		},

		watch: (folder, changed) => watchFolder(join(root, folder), changed),

		async append(folder, writer, line, durable) {
			const file = await queued(folder, writer, () => write(folder, writer, line));
			try {
				if (durable) await file.datasync();
			} finally {
				await file.close();
			}
		},

		remove: (folder, writer, size = Number.POSITIVE_INFINITY) =>
			queued(folder, writer, async () => {
				const path = join(root, folder, writer + extension);
				const now = await stat(path).catch(ignoreMissing);
				if (!now || now.size > size) return;
				whole.delete(path);
				await rm(path, { force: true });
			}),
	};
}

/** A file that has grown since it was last read; `begin` and `size` are in bytes. */
interface GrownFile {
	readonly writer: string;
	readonly path: string;
	readonly begin: number;
	readonly size: number;
}

/** Reads the new part of a file, at most its last `most` bytes; returns `undefined` if the file is gone. */
async function textOf({ path, begin, size }: GrownFile, most: number): Promise<LogText | undefined> {
	const file = await open(path, "r").catch(ignoreMissing);
	if (!file) return undefined;
	try {
		const from = Math.max(begin, size - most);
		const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size - from), 0, size - from, from);
		const bytes = buffer.subarray(0, bytesRead);
		const end = from + bytes.lastIndexOf(newline) + 1;
		if (from === begin) return { text: bytes.toString("utf8"), end };
		// The first line is incomplete.
		const whole = bytes.subarray(bytes.indexOf(newline) + 1 || bytes.length);
		return { text: whole.toString("utf8"), end, cut: true };
	} finally {
		await file.close();
	}
}

/** Polling interval for a folder that cannot be watched, in milliseconds. */
const lookEvery = 2000;

function watchFolder(path: string, changed: () => void): Disposable {
	let looking: ReturnType<typeof setInterval> | undefined;
	const look = () => {
		looking ??= setInterval(changed, lookEvery);
	};
	try {
		const watcher = watch(path, { persistent: false }, () => changed());
		watcher.on("error", look);
		return {
			dispose: () => {
				watcher.close();
				clearInterval(looking);
			},
		};
	} catch {
		// Some file systems cannot be watched, and the operating system limits the number of watched folders.
		look();
		return { dispose: () => clearInterval(looking) };
	}
}

async function endsInNewline(file: Awaited<ReturnType<typeof open>>): Promise<boolean> {
	const { size } = await file.stat();
	if (size === 0) return true;
	const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
	return buffer[0] === newline;
}

async function entriesOf(folder: string) {
	return (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
}
