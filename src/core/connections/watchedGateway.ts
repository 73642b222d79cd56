import type { Gateway } from "../wire/gateway";
import { GatewayError } from "../wire/gatewayError";

/** Learns from a request whether its key is good. */
export interface KeyWitness {
	/** The gateway answered. */
	accepted(): void;
	/** The gateway refused the key. */
	refused(): void;
}

/**
 * A gateway whose answers tell how its key stands. Other failures say nothing about it: a gateway may be too busy to
 * look at the key at all.
 *
 * @param begin asked for a witness as each request starts.
 */
export function watchedGateway(gateway: Gateway, begin: () => KeyWitness): Gateway {
	async function watched<T>(request: () => Promise<T>): Promise<T> {
		const witness = begin();
		try {
			const answer = await request();
			witness.accepted();
			return answer;
		} catch (error) {
			if (isRefusal(error)) witness.refused();
			throw error;
		}
	}

	return {
		listModels: (...asked) => watched(() => gateway.listModels(...asked)),
		embed: (...asked) => watched(() => gateway.embed(...asked)),
		async *chat(...asked) {
			const witness = begin();
			let answered = false;
			try {
				for await (const event of gateway.chat(...asked)) {
					if (event.type === "interrupted") {
						if (isRefusal(event.cause)) witness.refused();
					} else if (!answered) {
						answered = true;
						witness.accepted();
					}
					yield event;
				}
			} catch (error) {
				if (isRefusal(error)) witness.refused();
				throw error;
			}
		},
	};
}

function isRefusal(error: unknown): boolean {
	return error instanceof GatewayError && error.reason === "unauthorized";
}
