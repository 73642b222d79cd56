import type { Event } from "./event";

/** What core needs from the world; `vscode/adapters` answers over VS Code, tests in memory. */

/** Secrets, kept where the operating system keeps them. */
export interface SecretStore {
	get(name: string): Promise<string | undefined>;
	set(name: string, value: string): Promise<void>;
	delete(name: string): Promise<void>;
	/** Fires with the secret's name, also for changes made in another window. */
	readonly onDidChange: Event<string>;
}

/** Small JSON values that outlive the window. */
export interface StateStore {
	/** The value as it was set; `undefined` if there is none. It may be of an older version: check its shape. */
	get(key: string): unknown;
	/** Setting `undefined` removes. */
	set(key: string, value: unknown): Promise<void>;
}

/** Folders of append-only text files, one file a writer, so that no two processes ever append to the same one. */
export interface AppendLog {
	/** The whole text of each writer's file in the folder, by writer; empty when there is no such folder. */
	read(folder: string): Promise<ReadonlyMap<string, string>>;
	/**
	 * Appends one line, without its newline, with one write. A file that does not end in a newline gets one first,
	 * so that a line torn by a crash spoils itself alone.
	 *
	 * @param durable whether to wait until the disk has it.
	 * @throws the file system's error, such as a full disk.
	 */
	append(folder: string, writer: string, line: string, durable: boolean): Promise<void>;
}

/** Time, so that no test waits for it. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Runs once after so many milliseconds, unless disposed before. */
	after(milliseconds: number, run: () => void): { dispose(): void };
}

/** Tells how far requests are on their way, where the platform can. */
export interface ConnectionWatch {
	/**
	 * Tells when the next request with this method and address begins to wait for its connection, and when it is on its
	 * way; nothing, where the platform does not tell.
	 */
	watch(method: string, url: URL, told: { connecting(): void; connected(): void }): { dispose(): void };
}

/** The log channel. Nothing secret may reach it: pass texts from outside through `redact`. */
export interface Log {
	warn(message: string): void;
	error(message: string): void;
}
