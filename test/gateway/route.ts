import { ApiError } from "./apiError";
import { completeChat } from "./endpoints/completeChat";
import { completeCode } from "./endpoints/completeCode";
import { embedTexts } from "./endpoints/embedTexts";
import { listModels } from "./endpoints/listModels";
import type { Exchange } from "./exchange";
import { requireKey } from "./keyRing";
import type { Operation, Service } from "./operation";
import { requireMethod } from "./requireMethod";
import { webSpace } from "./web/webSpace";
import { describeGateway, wellKnownPath } from "./wellKnown";

interface Route {
	readonly method: "GET" | "POST";
	readonly run: Operation;
}

/** Spec, sections 4 and 9, and the completion of code: all operations, which are all below `/v1`, or below the gateway's base path. */
const operations: ReadonlyMap<string, Route> = new Map([
	["/models", { method: "GET", run: listModels }],
	["/chat/completions", { method: "POST", run: completeChat }],
	["/completions", { method: "POST", run: completeCode }],
	["/embeddings", { method: "POST", run: embedTexts }],
]);

/**
 * Finds the operation of a request and runs it; every operation requires a key.
 * @throws ApiError 404, 405, 401, and the operations' own errors.
 */
export async function route(exchange: Exchange, service: Service): Promise<void> {
	const { path } = exchange.request;
	const base = service.path;
	if (path === wellKnownPath && service.name !== undefined) {
		requireMethod(exchange, ["GET"]);
		return describeGateway(exchange, service);
	}
	if (path !== base && !path.startsWith(`${base}/`)) return webSpace(exchange, service);
	const found = operations.get(path.slice(base.length));
	if (!found) {
		const known = [...operations].map(([at, { method }]) => `${method} ${base}${at}`).join(", ");
		throw new ApiError(404, "unknown_path", `There is no such operation here. There are: ${known}.`);
	}
	requireMethod(exchange, [found.method]);
	requireHeader(exchange, service);
	const key = requireKey(exchange.request, service.keys);
	if (service.limiter) exchange.addHeaders(service.limiter.take(key));
	await found.run(exchange, service);
}

/** @throws ApiError 403 if the header that the gateway requires is missing or wrong. */
function requireHeader({ request }: Exchange, { requiredHeader }: Service): void {
	if (!requiredHeader || request.headers[requiredHeader.name.toLowerCase()] === requiredHeader.value) return;
	throw new ApiError(403, "missing_header", `This gateway requires the header ${requiredHeader.name}.`);
}
