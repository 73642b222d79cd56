import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AppendLog } from "../../core/base/ports";

const extension = ".jsonl";

/**
 * The append-only files over Node's file system, for VS Code's `workspace.fs` can neither append nor sync.
 *
 * @param root the folder of the folders, made when it is needed.
 */
export function appendLogOnDisk(root: string): AppendLog {
	/** Writes to one file follow each other. */
	const queues = new Map<string, Promise<void>>();
	/** Files whose last write of this process ended in a newline. */
	const whole = new Set<string>();

	async function append(folder: string, writer: string, line: string, durable: boolean): Promise<void> {
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
			if (durable) await file.datasync();
		} finally {
			await file.close();
		}
	}

	return {
		async read(folder) {
			const files = new Map<string, string>();
			for (const name of await namesIn(join(root, folder))) {
				if (!name.endsWith(extension)) continue;
				files.set(name.slice(0, -extension.length), await readFile(join(root, folder, name), "utf8"));
			}
			return files;
		},

		append(folder, writer, line, durable) {
			const key = join(folder, writer);
			const write = (queues.get(key) ?? Promise.resolve()).then(() => append(folder, writer, line, durable));
			// The next write must come after this one whether it succeeds or not; the caller learns of its failure.
			queues.set(
				key,
				write.catch(() => undefined),
			);
			return write;
		},
	};
}

async function endsInNewline(file: Awaited<ReturnType<typeof open>>): Promise<boolean> {
	const { size } = await file.stat();
	if (size === 0) return true;
	const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
	return buffer[0] === 0x0a;
}

async function namesIn(folder: string): Promise<string[]> {
	try {
		return await readdir(folder);
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
		throw error;
	}
}
