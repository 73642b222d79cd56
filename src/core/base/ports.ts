import type { Disposable } from "../../shared/disposable";
import type { Timers } from "../../shared/timers";
import type { Event } from "./event";

/** The ports: what core needs from its environment. `vscode/adapters` implements them with VS Code, tests in memory. */

/** Secrets, stored in the operating system's store. */
export interface SecretStore {
	get(name: string): Promise<string | undefined>;
	set(name: string, value: string): Promise<void>;
	delete(name: string): Promise<void>;
	/** Fires with the secret's name, including for changes made in another window. */
	readonly onDidChange: Event<string>;
}

/** Small JSON values that persist after the window is closed. */
export interface StateStore {
	/**
	 * Returns the value as it was set; `undefined` if there is none. An older version may have written it: check its
	 * shape.
	 */
	get(key: string): unknown;
	/** Sets a value; `undefined` removes it. */
	set(key: string, value: unknown): Promise<void>;
}

/** The content of one writer's file. */
export interface LogText {
	readonly text: string;
	/** The end of the last complete line, in bytes: the next read starts there. */
	readonly end: number;
	/** Whether earlier content was left out because there is too much. */
	readonly cut?: boolean;
}

/** Folders of append-only text files, one file per writer, so that no two processes append to the same file. */
export interface AppendLog {
	/** Returns the names of all folders, in no particular order. */
	folders(): Promise<readonly string[]>;
	/**
	 * Reads each writer's file in the folder; returns an empty map when there is no such folder.
	 *
	 * @param unreadable is called for each file that cannot be read; the others are returned nevertheless.
	 * @param from where to start in each file, in bytes, 0 by default; files that have not grown beyond it are left
	 * out.
	 * @throws the file system's error when the folder cannot be read.
	 */
	read(
		folder: string,
		unreadable: (writer: string, error: unknown) => void,
		from?: ReadonlyMap<string, number>,
	): Promise<ReadonlyMap<string, LogText>>;
	/**
	 * Appends one line (given without its final newline), or several joined by newlines, in a single write. If the file
	 * does not end in a newline, one is written first, so that a line cut off by a crash does not damage the next one.
	 *
	 * @param durable whether to wait until the data is on the disk.
	 * @throws the file system's error, such as a full disk.
	 */
	append(folder: string, writer: string, line: string, durable: boolean): Promise<void>;
	/**
	 * Deletes a writer's file, after appends that are in progress.
	 *
	 * @param size the file's size in bytes when it was read: a file that has grown since is kept.
	 */
	remove(folder: string, writer: string, size?: number): Promise<void>;
	/**
	 * Calls back, until disposed, when a file of the folder may have grown, whichever process wrote it. The folder must
	 * exist.
	 */
	watch(folder: string, changed: () => void): Disposable;
}

/** The time and timers, so that tests need not wait. */
export interface Clock extends Timers {
	/** Milliseconds since the epoch. */
	now(): number;
}

/** Reports how far requests have got, where the platform can. */
export interface ConnectionWatch {
	/**
	 * Reports when the next request with this method and address starts to wait for its connection, and when it is
	 * connected; never calls back where the platform cannot report this.
	 */
	watch(method: string, url: URL, listener: { connecting(): void; connected(): void }): WatchedRequest;
}

/** A request that is in progress. */
export interface WatchedRequest {
	/**
	 * Returns whether the server cannot have processed a request whose connection broke: the request was never sent, or
	 * a connection kept alive from an earlier request closed just as it was sent. Absent where the platform cannot
	 * report this.
	 */
	notTaken?(): boolean;
	dispose(): void;
}

/**
 * The log channel. It removes every known key (`KnownKeys`), because no secret may reach the log. Never log a prompt,
 * an answer, a file's text or a header's value; of an error, log what `loggedError` returns.
 */
export interface Log {
	/** Logs details for troubleshooting; they are written only where the user has turned this on. */
	debug(message: string): void;
	/** Logs an event, such as the outcome of a request. */
	info(message: string): void;
	warn(message: string): void;
	error(message: string): void;
}

/** How requests to an address leave this computer, as far as an extension can know. */
export type ProxyFinding =
	| { readonly type: "direct"; readonly because: "loopback" | "exception" | "switchedOff" }
	/** `url` may contain a user name and password: do not show it as it is. */
	| { readonly type: "proxy"; readonly url: string; readonly from: "setting" | "environment" }
	/**
	 * Neither the settings nor the environment name a proxy; VS Code does not reveal whether the operating system does.
	 */
	| { readonly type: "unknown" };

/** Why a certificate is not trusted. */
export type CertificateProblem = "expired" | "notYetValid" | "wrongHost" | "selfSigned" | "unknownIssuer" | "other";

/** The certificate that a server presents. */
export interface ServerCertificate {
	/** The subject's common name, or its organisation where it has none. */
	readonly subject: string;
	readonly issuer: string;
	/** The subjects from the server's own certificate up to the last known issuer. */
	readonly chain: readonly string[];
	/** In milliseconds since the epoch, as all times. */
	readonly validFrom: number;
	readonly validTo: number;
	/** The host names and addresses that the certificate is valid for. */
	readonly names: readonly string[];
	/**
	 * Whether it is trusted by the authorities that come with VS Code. VS Code's requests may also trust those of the
	 * system.
	 */
	readonly authorized: boolean;
	/** Present when it is not trusted. */
	readonly problem?: CertificateProblem;
}

/** The certificate that a server presents, and how VS Code treats it. */
export interface CertificateFinding extends ServerCertificate {
	/** Whether VS Code refuses untrusted certificates; the setting `http.proxyStrictSSL` turns that off. */
	readonly strict: boolean;
}

/** The problems that can occur below HTTP. */
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

/** A failed probe. Its message is the system's own code or text, never a secret. */
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

/** The network below `fetch`, used by the doctor only. An aborted probe rejects with the signal's reason. */
export interface NetworkProbe {
	/** Returns whether this computer has no network interface except loopback. */
	isOffline(): boolean;
	/** Returns how VS Code's own requests to this address leave the computer. */
	proxyFor(url: string): Promise<ProxyFinding>;
	/**
	 * Resolves a host name to its addresses, in the system's order.
	 *
	 * @throws NetworkProbeError
	 */
	resolve(host: string, signal: AbortSignal): Promise<readonly string[]>;
	/**
	 * Opens a connection and closes it; returns how long that took, in milliseconds.
	 *
	 * @throws NetworkProbeError
	 */
	connect(host: string, port: number, signal: AbortSignal): Promise<number>;
	/**
	 * Returns the certificate that the server presents, trusted or not.
	 *
	 * @param proxy the address of the proxy to go through, with its user name and password.
	 * @throws NetworkProbeError when the server does not speak TLS.
	 */
	certificate(host: string, port: number, proxy: string | undefined, signal: AbortSignal): Promise<CertificateFinding>;
}

/** Resolves links in paths. */
export interface RealPaths {
	/**
	 * Returns the absolute path with every link resolved, its parts joined by `/`; `undefined` when nothing exists
	 * there.
	 */
	realPath(path: string): Promise<string | undefined>;
	/** Returns whether anything exists at the path, even a link that leads nowhere. */
	exists(path: string): Promise<boolean>;
}
