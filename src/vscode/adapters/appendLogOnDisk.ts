import { constants } from "node:buffer";
import { watch } from "node:fs";
import { type FileHandle, mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AppendLog, LogText } from "../../core/base/ports";
import type { Disposable } from "../../shared/disposable";
import { ignoreMissing } from "./ignoreMissing";

const extension = ".jsonl";
const newline = 0x0a;

/**
 * The append-only files over Node's file system, for VS Code's `workspace.fs` can neither append nor sync.
 *
 * @param root the folder of the folders, made when it is needed.
 */
export function appendLogOnDisk(root: string): AppendLog {
	/** Writes to one file follow each other. */
	const queues = new Map<string, Promise<unknown>>();
	/** Files whose last write of this process ended in a newline. */
	const whole = new Set<string>();

	/** Hands a line to the system, which has it however this process ends; gives the file, still open. */
	async function write(folder: string, writer: string, line: string): Promise<FileHandle> {
		const path = join(root, folder, writer + extension);
		const wasWhole = whole.delete(path);
		if (!wasWhole) await mkdir(join(root, folder), { recursive: true });
		const file = await open(path, "a+");
		try {
			const torn = !wasWhole && !(await endsInNewline(file));
			const bytes = Buffer.from(`${torn ? "\n" : ""}${line}\n`);
			const { bytesWritten } = await file.write(bytes);
			if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
			whole.add(path);
			return file;
		} catch (error) {
			await file.close();
			throw error;
		}
	}

	return {
		folders: async () => (await entriesOf(root)).filter((entry) => entry.isDirectory()).map(({ name }) => name),

		async read(folder, unreadable, from) {
			const files = new Map<string, LogText>();
			for (const entry of await entriesOf(join(root, folder))) {
				if (!entry.isFile() || !entry.name.endsWith(extension)) continue;
				const writer = entry.name.slice(0, -extension.length);
				try {
					const text = await textFrom(join(root, folder, entry.name), from?.get(writer) ?? 0);
					if (text) files.set(writer, text);
				} catch (error) {
					unreadable(writer, error);
				}
			}
			return files;
		},

		watch: (folder, changed) => watchFolder(join(root, folder), changed),

		async append(folder, writer, line, durable) {
			const key = join(folder, writer);
			const written = (queues.get(key) ?? Promise.resolve()).then(() => write(folder, writer, line));
			// The next write must come after this one whether it succeeds or not; the caller learns of its failure. It does not
			// wait for the disk: a slow one would hold back the text that is shown meanwhile, and a killed window lose it.
			queues.set(
				key,
				written.catch(() => undefined),
			);
			const file = await written;
			try {
				if (durable) await file.datasync();
			} finally {
				await file.close();
			}
		},
	};
}

/** What stands in a file from an offset on; nothing when it ends there, or is gone. */
async function textFrom(path: string, from: number): Promise<LogText | undefined> {
	const file = await open(path, "r").catch(ignoreMissing);
	if (!file) return undefined;
	try {
		const { size } = await file.stat();
		if (size <= from) return undefined;
		// Node would not refuse it, but end the process.
		if (size - from > constants.MAX_STRING_LENGTH) throw new Error(`${path} is too large to be read: ${size} bytes`);
		const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size - from), 0, size - from, from);
		const bytes = buffer.subarray(0, bytesRead);
		return { text: bytes.toString("utf8"), end: from + bytes.lastIndexOf(newline) + 1 };
	} finally {
		await file.close();
	}
}

/** How often a folder is looked at that the system cannot watch, in milliseconds. */
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
		// Some file systems cannot be watched, and a system watches only so many folders.
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
