import type { Disposable } from "../../shared/disposable";
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

/** What stands in one writer's file. */
export interface LogText {
	readonly text: string;
	/** Where its last whole line ends, in bytes: what is read next begins there. */
	readonly end: number;
	/** Whether what comes before it was left out, for there is too much. */
	readonly cut?: boolean;
}

/** Folders of append-only text files, one file a writer, so that no two processes ever append to the same one. */
export interface AppendLog {
	/** The names of all folders, in no order. */
	folders(): Promise<readonly string[]>;
	/**
	 * The text of each writer's file in the folder, by writer; empty when there is no such folder.
	 *
	 * @param unreadable is told of each file that the file system does not give; the others come nevertheless.
	 * @param from where to begin in each file, in bytes, 0 unless told; files that have not grown beyond are left out.
	 * @throws the file system's error when not even the folder can be read.
	 */
	read(
		folder: string,
		unreadable: (writer: string, error: unknown) => void,
		from?: ReadonlyMap<string, number>,
	): Promise<ReadonlyMap<string, LogText>>;
	/**
	 * Appends one line, without its last newline, with one write; of several, joined by newlines, all. A file that does not
	 * end in a newline gets one first, so that a line torn by a crash spoils itself alone.
	 *
	 * @param durable whether to wait until the disk has it.
	 * @throws the file system's error, such as a full disk.
	 */
	append(folder: string, writer: string, line: string, durable: boolean): Promise<void>;
	/** Tells, until disposed, when a file of the folder may have grown, by whichever process. The folder must be there. */
	watch(folder: string, changed: () => void): Disposable;
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
	watch(method: string, url: URL, told: { connecting(): void; connected(): void }): WatchedRequest;
}

/** A request under way. */
export interface WatchedRequest {
	/**
	 * Whether the server cannot have taken a request whose connection broke: it never left, or a connection that was kept
	 * open from an earlier request closed just as it left. Absent where the platform does not tell.
	 */
	notTaken?(): boolean;
	dispose(): void;
}

/**
 * The log channel. Nothing secret may reach it: it takes every known key out (`KnownKeys`). Neither may a prompt, an answer,
 * a file's text or a header's value: of an error, write down what `loggedError` gives.
 */
export interface Log {
	/** Records what helps to find out how something came about; written down only where the user has asked for it. */
	debug(message: string): void;
	/** Records what has happened, such as the outcome of a request. */
	info(message: string): void;
	warn(message: string): void;
	error(message: string): void;
}

/** How requests to an address leave this computer, as far as an extension can know. */
export type ProxyFinding =
	| { readonly type: "direct"; readonly because: "loopback" | "exception" | "switchedOff" }
	/** `url` may hold a user name and password: it must not be shown as it is. */
	| { readonly type: "proxy"; readonly url: string; readonly from: "setting" | "environment" }
	/** Neither settings nor environment name one; whether the operating system does, VS Code tells nobody. */
	| { readonly type: "unknown" };

/** Why a certificate is not trusted. */
export type CertificateProblem = "expired" | "notYetValid" | "wrongHost" | "selfSigned" | "unknownIssuer" | "other";

/** The certificate that a server shows. */
export interface CertificateFinding {
	/** Whom it is for, by its common name, or its organisation where it has none. */
	readonly subject: string;
	readonly issuer: string;
	/** The subjects from the server's own certificate up to the last one known. */
	readonly chain: readonly string[];
	/** Milliseconds since the epoch, as all times. */
	readonly validFrom: number;
	readonly validTo: number;
	/** The host names and addresses that it is good for. */
	readonly names: readonly string[];
	/** Whether the authorities that come with VS Code vouch for it. Its requests may know more of them: the system's. */
	readonly authorized: boolean;
	/** Present when it is not authorized. */
	readonly problem?: CertificateProblem;
	/** Whether VS Code refuses certificates that it does not trust; `http.proxyStrictSSL` switches that off. */
	readonly strict: boolean;
}

/** What can go wrong below HTTP. */
export type NetworkProblem =
	| "unknownHost"
	| "noNameServer"
	| "refused"
	| "unreachable"
	| "timeout"
	| "reset"
	| "noTls"
	| "proxyUnreachable"
	| "proxyAuthentication"
	| "proxyRefused"
	| "other";

/** A probe that failed. Its message is the system's own code or text, never a secret. */
export class NetworkProbeError extends Error {
	override readonly name = "NetworkProbeError";

	constructor(
		readonly problem: NetworkProblem,
		message: string,
		options?: ErrorOptions,
	) {
		super(message, options);
	}
}

/** What lies below `fetch`, for the doctor alone. An aborted probe rejects with the signal's reason. */
export interface NetworkProbe {
	/** Whether this computer has no network but itself. */
	isOffline(): boolean;
	/** How VS Code's own requests to this address leave. */
	proxyFor(url: string): Promise<ProxyFinding>;
	/**
	 * The addresses of a host name, in the system's order.
	 *
	 * @throws NetworkProbeError
	 */
	resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
	/**
	 * Opens a connection and closes it; gives how long that took, in milliseconds.
	 *
	 * @throws NetworkProbeError
	 */
	connect(host: string, port: number, signal: AbortSignal): Promise<number>;
	/**
	 * The certificate that the server shows, trusted or not.
	 *
	 * @param proxy the address of the proxy to go through, its user name and password in it.
	 * @throws NetworkProbeError when there is no TLS to speak of.
	 */
	certificate(host: string, port: number, proxy: string | undefined, signal: AbortSignal): Promise<CertificateFinding>;
}

/** Says where a path really is, every link followed. */
export interface RealPaths {
	/** The absolute path behind the links, its parts joined by `/`; `undefined` when there is nothing. */
	realPath(path: string): Promise<string | undefined>;
	/** Whether something is there, be it a link that leads nowhere. */
	exists(path: string): Promise<boolean>;
}
