import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Matches what a shell writes; the line break at the end shows that it is complete. */
const exitCode = /^\d{1,3}\n$/;

/** The file to which a shell writes the exit code of a command. The command itself is not given the file's name. */
export class ExitCodeFile {
	readonly path = join(tmpdir(), `gatehouse-${randomUUID()}`);

	/** Returns the code; `undefined` until it has been written. Never rejects. */
	async read(): Promise<number | undefined> {
		const text = await readFile(this.path, "utf8").catch(() => "");
		return exitCode.test(text) ? Number(text) : undefined;
	}

	/** Never rejects. */
	async remove(): Promise<void> {
		await rm(this.path, { force: true }).catch(() => undefined);
	}
}
