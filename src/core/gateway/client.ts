import * as l10n from "@vscode/l10n";
import { lazy } from "../base/lazy";
import type { Clock } from "../base/ports";
import type { BaseUrl } from "./baseUrl";
import type { ChatEvent, Gateway } from "./gateway";
import { GatewayError } from "./gatewayError";
import type { GatewayKey } from "./gatewayKey";
import type { BulkPause } from "./limits/reportedLimits";
import type { GatewayServices } from "./request/sender";
import type { Wait } from "./retry";

/**
 * Creates the client of the gateway at an address: the only wrapper around `httpGateway`, which is loaded with the
 * first request (50 KB, and the openai package with 400 KB).
 *
 * @throws GatewayError in each operation; the error of `key.read` if there is no key.
 */
export function createGateway(base: BaseUrl, key: GatewayKey, gatewayServices: GatewayServices): Gateway {
	const gateway = lazy(async () => (await import("./httpGateway")).httpGateway(base, key, gatewayServices));
	return {
		listModels: async (...question) => (await gateway()).listModels(...question),
		chat: (...question) => lazily(async () => (await gateway()).chat(...question)),
		complete: (...question) => lazily(async () => (await gateway()).complete(...question)),
		embed: async (...question) => (await gateway()).embed(...question),
		hasSpareRequests: () => gatewayServices.limits.hasSpareRequests(base.origin),
		requestsLeft: () => gatewayServices.limits.requestsLeft(base.origin),
		bulkWait: () => bulkWait(gatewayServices.limits.bulkPause(base.origin), gatewayServices.clock),
		bulkBegan: () => gatewayServices.limits.bulkBegan(base.origin),
	};
}

/** Returns the pause of a bulk request, and the limit as its cause. */
function bulkWait({ milliseconds, limit }: BulkPause, clock: Pick<Clock, "now">): Wait | undefined {
	if (milliseconds <= 0) return undefined;
	const left = limit?.left ?? 0;
	const said =
		limit?.limit === undefined
			? l10n.t("The gateway limits requests (left: {0}); half of them are kept for your own questions.", left)
			: l10n.t(
					"The gateway limits requests (left: {0} of {1}); half of them are kept for your own questions.",
					left,
					limit.limit,
				);
	const cause = new GatewayError("rateLimited", said, undefined, { retryAfter: milliseconds, transient: true });
	return { until: clock.now() + milliseconds, cause };
}

/**
 * Iterates over the result of the first step. Not a generator: each one that an event passes through takes as much time
 * as reading it.
 */
function lazily(open: () => Promise<AsyncIterable<ChatEvent>>): AsyncIterable<ChatEvent> {
	return {
		[Symbol.asyncIterator]: () => {
			let opened: AsyncIterator<ChatEvent> | undefined;
			const first = async () => {
				opened = (await open())[Symbol.asyncIterator]();
				return opened.next();
			};
			return {
				next: () => (opened ? opened.next() : first()),
				return: async () => (await opened?.return?.()) ?? { done: true, value: undefined },
			};
		},
	};
}
