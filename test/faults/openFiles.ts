import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attachment } from "../../src/shared/conversation";

/** The user's files, in a separate folder: failed requests must not change them. */
export class OpenFiles {
	private constructor(private readonly folder: string) {}

	static async create(): Promise<OpenFiles> {
		const folder = await mkdtemp(join(tmpdir(), "gatehouse-faults-"));
		await writeFile(join(folder, "crlf.ts"), "let a = 1;\r\nlet b = 'é'; // canary-of-the-file\r\n");
		await writeFile(join(folder, "bom.md"), "\uFEFF# no newline at the end");
		await writeFile(
			join(folder, "data.bin"),
			Uint8Array.from({ length: 256 }, (_, i) => i),
		);
		return new OpenFiles(folder);
	}

	/** A file that is attached to the question. */
	async attachment(): Promise<Attachment> {
		const text = await readFile(join(this.folder, "crlf.ts"), "utf8");
		return { id: "crlf", name: "crlf.ts", languageId: "typescript", path: "crlf.ts", text };
	}

	/** Returns the hash of each file's bytes, by name. */
	async hashes(): Promise<Readonly<Record<string, string>>> {
		const names = (await readdir(this.folder)).sort();
		const hash = async (name: string) =>
			createHash("sha256")
				.update(await readFile(join(this.folder, name)))
				.digest("hex");
		return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await hash(name)])));
	}

	remove(): Promise<void> {
		return rm(this.folder, { recursive: true });
	}
}
