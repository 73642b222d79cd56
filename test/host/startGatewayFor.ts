import { messageOf } from "../../src/core/base/errors";
import { addressesOf } from "../../src/core/gateway/baseUrl";
import { startGateway } from "../gateway/demoGateway";
import { demoAgent } from "../gateway/endpoints/demoAgent";
import { builtInModels } from "../gateway/modelCatalog";

/** A gateway that Gatehouse can connect to. */
export interface OpenGateway {
	/** Its address, with `/v1` unless it answers elsewhere. */
	readonly url: string;
	readonly key: string;
	readonly description: string;
	close(): Promise<void>;
}

/** The environment variable with the key for `--gateway`. */
const keyVariable = "GATEHOUSE_DEMO_KEY";

/** Time limit for a gateway's list of models, in milliseconds. */
const limit = 20_000;

/**
 * Checks the gateway at this address; without one, starts the demo gateway.
 *
 * @throws Error with the reason in one line.
 */
export async function startGatewayFor(address: string | undefined): Promise<OpenGateway> {
	if (address === undefined) {
		const { url, key, close } = await startGateway({ keepRequests: false, models: [...builtInModels, demoAgent] });
		return { url: `${url}/v1`, key, description: "the demo gateway", close: () => close() };
	}
	const key = process.env[keyVariable];
	if (!key) throw new Error(`${keyVariable} is not set: it holds the key for ${address}`);
	const [{ href, insecure }, given] = addressesOf(address);
	if (insecure) throw new Error(`${href}: over http:// anyone on the way could read the key; use https://`);
	const url = given && !(await answers(href, key)) ? given.href : href;
	await check(url, key);
	return { url, key, description: url, close: async () => {} };
}

/**
 * Whether something other than a web page or a 404 is at this address: then Gatehouse does not try the address as
 * given.
 */
async function answers(url: string, key: string): Promise<boolean> {
	const headers = { Authorization: `Bearer ${key}` };
	const signal = AbortSignal.timeout(limit);
	const response = await fetch(`${url}/models`, { headers, redirect: "error", signal }).catch(() => undefined);
	if (!response) return false;
	await response.body?.cancel();
	return response.status !== 404 && !/html/i.test(response.headers.get("content-type") ?? "");
}

/** Requests the models as Gatehouse will. */
async function check(url: string, key: string): Promise<void> {
	const headers = { Authorization: `Bearer ${key}` };
	let response: Response;
	try {
		// The key goes to this address only.
		response = await fetch(`${url}/models`, { headers, redirect: "error", signal: AbortSignal.timeout(limit) });
	} catch (error) {
		throw new Error(`${url} cannot be reached: ${networkReason(error)}`);
	}
	if (response.status === 401 || response.status === 403) {
		throw new Error(`${url} refuses the key in ${keyVariable} (HTTP ${response.status})`);
	}
	if (!response.ok) throw new Error(`${url}/models answers with HTTP ${response.status}`);
	const body: unknown = await response.json().catch(() => null);
	const models = body && typeof body === "object" && "data" in body ? body.data : null;
	if (!Array.isArray(models)) throw new Error(`${url}/models does not answer with a list of models; is it a gateway?`);
	if (models.length === 0) throw new Error(`${url} offers no models to this key`);
}

/** Returns what happened: the message of `fetch` is only "fetch failed", and its cause has the details. */
function networkReason(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const code = cause && typeof cause === "object" && "code" in cause ? String(cause.code) : "";
	return messageOf(cause) || code;
}
