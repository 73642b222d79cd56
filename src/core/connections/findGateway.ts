import type { ModelInfo } from "../../shared/conversation";
import { UserError } from "../base/errors";
import type { BaseUrl } from "../gateway/baseUrl";
import type { OpenGateway } from "../gateway/gateway";
import { GatewayError } from "../gateway/gatewayError";
import { isNoGateway, noGatewayAnywhere } from "../gateway/noGateway";
import type { OnWait } from "../gateway/retry";
import { checkConnection } from "./checkConnection";
import { chatModels } from "./models/modelLists";
import { namedModels } from "./namedModels";

/** A gateway that answered, and its models. */
export interface FoundGateway {
	readonly base: BaseUrl;
	readonly models: readonly ModelInfo[];
	/** The names of the models, where the user typed them. */
	readonly named?: readonly string[];
}

/**
 * Requests the models at one address after the other, until a gateway answers. Any answer of a gateway counts, even a
 * refused key: the next address is tried only where there is no gateway, or one without models.
 *
 * @param addresses of one origin, which the key is for; see `addressesOf`.
 * @throws what `checkConnection` throws.
 */
export async function findGateway(
	openGateway: OpenGateway,
	addresses: readonly [BaseUrl, ...BaseUrl[]],
	key: string,
	signal: AbortSignal,
	onWait?: OnWait,
): Promise<FoundGateway> {
	let first: GatewayError | UserError | undefined;
	for (const base of addresses) {
		try {
			return { base, models: await checkConnection(openGateway, base, key, signal, onWait) };
		} catch (error) {
			if (!isNoGateway(error) && !(error instanceof UserError)) throw error;
			// The error of a gateway without models is more informative than that of an address without a gateway.
			if (!first || error instanceof UserError) first = error;
		}
	}
	throw first instanceof GatewayError ? noGatewayAnywhere(first, addresses.slice(1)) : first;
}

/**
 * Sends a short question to one of the models that the user has named, at one address after the other, until a gateway
 * answers: this checks a key for a gateway that does not list its models. The rest of the answer is not awaited.
 *
 * @param named the names, at least one; the first one that may be for chat is asked.
 * @throws GatewayError that names the problem.
 */
export async function findByModel(
	openGateway: OpenGateway,
	addresses: readonly [BaseUrl, ...BaseUrl[]],
	key: string,
	named: readonly string[],
	signal: AbortSignal,
	onWait?: OnWait,
): Promise<FoundGateway> {
	const models = await namedModels(named);
	const chats = chatModels(models);
	const model = named.find((name) => chats.some(({ id }) => id === name)) ?? named[0] ?? "";
	const messages = [{ role: "user" as const, content: "Answer with one word: ready" }];
	let first: GatewayError | undefined;
	for (const base of addresses) {
		try {
			const gateway = openGateway(base, { read: async () => key.trim() });
			for await (const event of gateway.chat({ model, messages }, signal, onWait)) {
				if (event.type === "interrupted") throw event.cause;
				return { base, models, named };
			}
			signal.throwIfAborted();
		} catch (error) {
			// The gateway may be there, without this model.
			if (!isNoGateway(error) || error.reason === "unknownModel") throw error;
			first ??= error;
		}
	}
	throw first ? noGatewayAnywhere(first, addresses.slice(1)) : new Error("There is no answer.");
}
