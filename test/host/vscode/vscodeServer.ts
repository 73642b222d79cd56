import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { BrowserHost } from "../browser/browserHost";
import { hostRelease } from "../browser/hostRelease";
import { deadline } from "../deadline";

/** Options of the server. */
export interface ServerOptions {
	readonly userDataFolder: string;
	readonly extensionsFolder: string;
	/** A folder for the server's data, which is removed with it. */
	readonly workFolder: string;
	/** The port; 0 for any free one. */
	readonly port: number;
	/** The password that a login page asks for; null for none: then any local process can reach the server, and a shell. */
	readonly password: string | null;
	readonly workspaceTrust: boolean;
	/** Seconds without a browser after which the server exits; null for never. */
	readonly idleLimit: number | null;
	/** Variables added to this process's environment; the extension host inherits all of it. */
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** A running VS Code server on the loopback address. */
export interface VscodeServer {
	readonly pid: number;
	readonly port: number;
	/** Returns the end of its output. */
	readonly output: () => string;
	/** Fulfilled with the reason when the server has ended for any reason. */
	readonly ended: Promise<string>;
	/** Ends the server and all its processes. */
	close(): Promise<void>;
}

const startLimit = 120_000;
const endLimit = 5_000;

/** Starts the server. @throws Error with the end of its output when it does not open its port. */
export async function startVscodeServer(host: BrowserHost, options: ServerOptions): Promise<VscodeServer> {
	const child = spawn(host.node, [host.server, ...serverArguments(options)], {
		cwd: options.workFolder,
		env: serverEnvironment(options),
		stdio: ["ignore", "pipe", "pipe"],
		// Its own process group, so that its extension hosts and terminals end with it.
		detached: true,
	});
	let output = "";
	const ended = new Promise<string>((resolve) => {
		child.once("error", (error) => resolve(error.message));
		child.once("close", (code, signal) => resolve(`VS Code's server ended (${signal ?? code})`));
	});
	const opened = new Promise<number>((resolve) => {
		const keep = (data: Buffer) => {
			output = (output + data).slice(-20_000);
			const port = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
			if (port) resolve(Number(port));
		};
		child.stdout.on("data", keep);
		child.stderr.on("data", keep);
	});
	const close = () => endGroup(child, ended);
	try {
		const early = ended.then((reason) => Promise.reject(new Error(reason)));
		const port = await deadline(Promise.race([opened, early]), startLimit, "VS Code's server did not open its port");
		return { pid: child.pid ?? 0, port, output: () => output, ended, close };
	} catch (error) {
		await close();
		throw new Error(`${error instanceof Error ? error.message : error}\n${output.slice(-3000)}`);
	}
}

function serverArguments(options: ServerOptions): string[] {
	const { workFolder, password, idleLimit } = options;
	return [
		`--config=${join(workFolder, "config.yaml")}`,
		`--session-socket=${join(workFolder, "session.sock")}`,
		`--auth=${password === null ? "none" : "password"}`,
		`--bind-addr=127.0.0.1:${options.port}`,
		`--user-data-dir=${options.userDataFolder}`,
		`--extensions-dir=${options.extensionsFolder}`,
		"--disable-telemetry",
		"--disable-update-check",
		"--disable-getting-started-override",
		"--disable-proxy",
		"--ignore-last-opened",
		...(hostRelease.takesVscodeOptions
			? ["--vscode-option=disable-experiments", `--vscode-option=server-data-dir=${join(workFolder, "server")}`]
			: []),
		...(options.workspaceTrust ? [] : ["--disable-workspace-trust"]),
		...(idleLimit === null ? [] : [`--idle-timeout-seconds=${idleLimit}`]),
	];
}

function serverEnvironment({ env, password }: ServerOptions): NodeJS.ProcessEnv {
	// Variables of an outer VS Code or code-server, which the server would adopt.
	const outer = /^(VSCODE_|ELECTRON_|CODE_SERVER_|NODE_OPTIONS$|(HASHED_)?PASSWORD$)/;
	const own = Object.entries(process.env).filter(([name]) => !outer.test(name));
	return {
		...Object.fromEntries(own),
		// Without a gallery of extensions, the server does not use the network.
		EXTENSIONS_GALLERY: "{}",
		...(hostRelease.hangsOnRequiredModules ? { NODE_OPTIONS: "--no-experimental-require-module" } : {}),
		...env,
		...(password === null ? {} : { PASSWORD: password }),
	};
}

/** Ends the leader of a process group and its group, first with SIGTERM, then with SIGKILL. */
async function endGroup(child: ChildProcess, ended: Promise<string>): Promise<void> {
	if (!child.pid) return;
	signalGroup(child.pid, "SIGTERM");
	await deadline(ended, endLimit, "").catch(() => {});
	signalGroup(child.pid, "SIGKILL");
	await ended;
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-leader, signal);
	} catch {
		// The group has already ended.
	}
}
