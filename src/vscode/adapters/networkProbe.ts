import { lookup } from "node:dns/promises";
import { connect as connectTcp, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { performance } from "node:perf_hooks";
import { type NetworkProbe, NetworkProbeError } from "../../core/base/ports";
import { probeError } from "./probeError";
import { type HttpSettings, proxyByRules } from "./proxyRules";

/** Link-local addresses, which an interface assigns itself when it is not connected (RFC 3927, RFC 4291). */
const linkLocal = /^(?:169\.254\.|fe[89ab])/i;

/**
 * Resolves names, opens connections and reads certificates with Node's modules; finds the proxy in VS Code's settings
 * and the environment.
 */
export function networkProbe(settings: () => HttpSettings, environment: NodeJS.ProcessEnv): NetworkProbe {
	return {
		isOffline: () =>
			!Object.values(networkInterfaces())
				.flat()
				.some((found) => found && !found.internal && !linkLocal.test(found.address)),

		proxyFor: async (url) => proxyByRules(url, settings(), environment),

		async resolve(host, signal) {
			try {
				// Like fetch: through the operating system, including its hosts file.
				const found = await unlessAborted(lookup(host, { all: true }), signal);
				return found.map(({ address }) => address);
			} catch (error) {
				throw probeError(error, signal);
			}
		},

		async connect(host, port, signal) {
			const begun = performance.now();
			(await openSocket(host, port, signal)).destroy();
			return performance.now() - begun;
		},

		async certificate(host, port, proxy, signal) {
			// Loaded on the first connection check.
			const [{ readCertificate }, { openTunnel }] = await Promise.all([
				import("./certificateReader"),
				import("./proxyTunnel"),
			]);
			const socket = proxy ? await openTunnel(proxy, host, port, signal) : await openSocket(host, port, signal);
			try {
				return { ...(await readCertificate(socket, host, signal)), strict: settings().strictSsl };
			} catch (error) {
				throw error instanceof NetworkProbeError ? error : probeError(error, signal);
			} finally {
				socket.destroy();
			}
		},
	};
}

/** @throws NetworkProbeError */
async function openSocket(host: string, port: number, signal: AbortSignal): Promise<Socket> {
	const socket = connectTcp({ host, port });
	try {
		await unlessAborted(
			new Promise<void>((resolve, reject) => {
				socket.once("connect", resolve);
				socket.once("error", reject);
			}),
			signal,
		);
		return socket;
	} catch (error) {
		socket.destroy();
		throw probeError(error, signal);
	}
}

/**
 * Returns the promise's result, or rejects with the signal's reason if that comes first: a lookup cannot be cancelled,
 * only abandoned.
 */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	signal.throwIfAborted();
	let stop = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		signal.addEventListener("abort", stop);
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
