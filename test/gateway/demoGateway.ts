import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError } from "./apiError";
import { playAnswer } from "./endpoints/playAnswer";
import { Exchange } from "./exchange";
import { joinKeyRings, keyRingOf, newKey } from "./keyRing";
import { keyFileIn, noKeyFile } from "./keys/keyFile";
import { KeyStore } from "./keys/keyStore";
import type { Model } from "./model";
import { builtInModels, catalogOf } from "./modelCatalog";
import type { RequiredHeader, Service } from "./operation";
import type { Provider } from "./providers/provider";
import { ProviderSet } from "./providers/providerSet";
import type { RecordedRequest } from "./recordedRequest";
import { type ReceivedBody, readBody } from "./requestBody";
import { RequestLog } from "./requestLog";
import { route } from "./route";
import { type Script, ScriptQueue } from "./script";
import { type LimitDialect, type UsageLimit, UsageLimiter } from "./usageLimit";
import { SessionStore } from "./web/sessionStore";

/** Options of a gateway; all have defaults. */
export interface GatewayOptions {
	/** The port; 0, the default, for any free one. */
	readonly port?: number;
	/** Valid keys, in addition to those that users create; one new key by default. */
	readonly keys?: readonly string[];
	/** The folder that stores the hashes of users' keys; by default, they are only in memory. */
	readonly dataFolder?: string;
	/** The base path of the operations, such as `/v1beta/openai`; `/v1` by default. */
	readonly path?: string;
	/** The name with which it describes itself, in a file that needs no key; by default, there is no such file. */
	readonly name?: string;
	/** The limits of each key; none by default. */
	readonly limits?: readonly UsageLimit[];
	/** The headers that report the limits; those of Kong by default. */
	readonly limitDialect?: LimitDialect;
	/** A header that each request to an operation must have; none by default. */
	readonly requiredHeader?: RequiredHeader;
	/** The models; the built-in ones by default. */
	readonly models?: readonly Model[];
	/** The providers whose models are offered as `NAME/model`; none by default. */
	readonly providers?: readonly Provider[];
	/** Time limit for a provider's list of models, in milliseconds; 5000 by default. */
	readonly providerListMs?: number;
	/** Interval between two pieces of a streamed answer, in milliseconds; 15 by default, so that users see it stream. */
	readonly streamDelayMs?: number;
	/** Maximum size of a body, in bytes; 10 MiB by default. */
	readonly maxBodyBytes?: number;
	/** The source of randomness for temperature; `Math.random` by default. */
	readonly random?: () => number;
	/** The clock for the ends of keys and sessions, in milliseconds since the epoch; `Date.now` by default. */
	readonly now?: () => number;
	/** Receives warnings for the gateway's operator, one line each; by default, they are dropped. */
	readonly warn?: (line: string) => void;
	/** Whether requests are kept after the listeners have received them; true by default. */
	readonly keepRequests?: boolean;
}

/** A gateway on loopback that runs until it is closed. */
export interface DemoGateway {
	/** `http://127.0.0.1:PORT`; clients use this address, with or without `/v1`. */
	readonly url: string;
	/** The first valid key. */
	readonly key: string;
	/** Every request whose body has arrived, oldest first. */
	readonly requests: readonly RecordedRequest[];
	/** Calls the listener with every request from now on, before it is answered. */
	onRequest(listener: (request: RecordedRequest) => void): { dispose(): void };
	/** Returns the first matching request from now on: call it before the request is sent. Rejects if the gateway closes first. */
	nextRequest(fits?: (request: RecordedRequest) => boolean): Promise<RecordedRequest>;
	/** Changes the answers to the next matching requests; disposing withdraws the remaining ones. */
	script(script: Script): { dispose(): void };
	/** Breaks every connection and frees the port. */
	close(): Promise<void>;
}

/**
 * Starts a gateway on 127.0.0.1.
 * @throws RangeError on invalid keys or providers; an Error if the stored keys cannot be read; the system's error
 * if the port is in use.
 */
export async function startGateway(options: GatewayOptions = {}): Promise<DemoGateway> {
	const keys = options.keys ?? [newKey()];
	const now = options.now ?? Date.now;
	const ring = keyRingOf(keys);
	const providers = new ProviderSet(options.providers ?? [], {
		listMs: options.providerListMs ?? 5000,
		warn: options.warn ?? (() => {}),
	});
	const { dataFolder } = options;
	const keyStore = await KeyStore.open(dataFolder === undefined ? noKeyFile : keyFileIn(dataFolder), now);
	const log = new RequestLog(options.keepRequests ?? true);
	const scripts = new ScriptQueue();
	const running = new Set<Promise<void>>();
	const maxBodyBytes = options.maxBodyBytes ?? 10 * 1024 * 1024;

	const server = createServer({ noDelay: true }, (message, response) => {
		const run = handle(message, response).finally(() => running.delete(run));
		running.add(run);
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(options.port ?? 0, "127.0.0.1", resolve);
	});
	const { port } = server.address() as AddressInfo;
	const { limits = [], limitDialect = "kong" } = options;
	const service: Service = {
		url: `http://127.0.0.1:${port}`,
		path: options.path ?? "/v1",
		name: options.name,
		limits,
		limiter: limits.length > 0 ? new UsageLimiter(limits, limitDialect, now) : undefined,
		requiredHeader: options.requiredHeader,
		keys: joinKeyRings([ring, keyStore]),
		keyStore,
		sessions: new SessionStore(`gatehouse-demo-${port}`, now),
		models: catalogOf(options.models ?? builtInModels),
		providers,
		streamDelayMs: options.streamDelayMs ?? 15,
		random: options.random ?? Math.random,
		now,
	};

	async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const ended = new Promise<"answered" | "broken">((resolve) => {
			response.once("close", () => resolve(response.writableFinished ? "answered" : "broken"));
		});
		let body: ReceivedBody;
		try {
			body = await readBody(message, maxBodyBytes);
		} catch {
			return; // The client closed the connection before it sent a request.
		}
		const request = recorded(message, body, ended);
		const exchange = new Exchange(request, body, response);
		try {
			log.add(request);
			const script = scripts.take(request);
			exchange.cut = script?.cut;
			await (script && !script.cut ? playAnswer(exchange, script) : route(exchange, service));
		} catch (error) {
			answerError(exchange, error);
		}
	}

	return {
		url: service.url,
		key: keys[0] ?? "",
		requests: log.requests,
		onRequest: (listener) => log.onRequest(listener),
		nextRequest: (fits) => log.nextRequest(fits),
		script: (script) => scripts.add(script),
		async close() {
			log.close();
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeAllConnections();
			await Promise.all([closed, ...running]);
		},
	};
}

function recorded(message: IncomingMessage, body: ReceivedBody, ended: RecordedRequest["ended"]): RecordedRequest {
	const { method = "", url: target = "", headers, rawHeaders: flat } = message;
	const [path = ""] = target.split("?");
	const rawHeaders = flat.flatMap((name, i) => (i % 2 ? [] : [[name, flat[i + 1] ?? ""] as const]));
	return { method, path, target, headers, rawHeaders, body: body.text, json: body.json, ended };
}

function answerError(exchange: Exchange, error: unknown): void {
	if (exchange.signal.aborted) return; // The client is gone, which is the cause of any failure.
	if (!(error instanceof ApiError)) console.error("The demo gateway failed:", error);
	if (exchange.started) {
		exchange.reset();
		return;
	}
	const told = error instanceof ApiError ? error : new ApiError(500, "internal_error", "The demo gateway failed.");
	exchange.sendJson(told.status, told.body, told.headers);
}
