import { text } from "node:stream/consumers";
import { isJsonObject, type JsonObject } from "../requestBody";
import { askProvider } from "./askProvider";
import type { ProviderModel } from "./forward";
import { checkProviders, type Provider } from "./provider";

interface ProviderSetOptions {
	/** Time limit for a provider's list of models, in milliseconds. */
	readonly listMs: number;
	/** Receives a line about each provider that was left out. */
	warn(line: string): void;
}

/** All the providers of a gateway. */
export class ProviderSet {
	/** @throws RangeError on invalid providers. */
	constructor(
		private readonly providers: readonly Provider[],
		private readonly options: ProviderSetOptions,
	) {
		checkProviders(providers);
	}

	/** Finds the provider of a model; undefined if the name begins with no provider's name. */
	find(model: string): ProviderModel | undefined {
		const slash = model.indexOf("/");
		const provider = this.providers.find(({ name }) => name === model.slice(0, slash));
		const id = model.slice(slash + 1);
		return provider && id !== "" ? { provider, id } : undefined;
	}

	/** Returns the records of all their models, as the providers describe them. A provider that is down has none. */
	async listModels(signal: AbortSignal): Promise<readonly JsonObject[]> {
		const lists = await Promise.all(this.providers.map((provider) => this.listOf(provider, signal)));
		return lists.flat();
	}

	private async listOf(provider: Provider, client: AbortSignal): Promise<readonly JsonObject[]> {
		const signal = AbortSignal.any([client, AbortSignal.timeout(this.options.listMs)]);
		try {
			const answer = await askProvider(provider, { path: "/v1/models", signal });
			const { statusCode } = answer;
			const body = await text(answer);
			if (statusCode !== 200) throw new Error(`it answers with status ${statusCode}`);
			const plain = provider.key === undefined ? body : body.replaceAll(provider.key, "[key]");
			return readModels(plain).map((model) => ({ ...model, id: `${provider.name}/${model.id}` }));
		} catch (error) {
			if (!client.aborted) this.options.warn(`no models of the provider "${provider.name}": ${reasonOf(error)}`);
			return [];
		}
	}
}

/** Returns the model records in `{data}`, `{models}` or a bare array, named by `id` or else by `name`. */
function readModels(body: string): readonly (JsonObject & { readonly id: string })[] {
	const json = parseJson(body);
	const list = isJsonObject(json) ? (json.data ?? json.models ?? []) : json;
	if (!Array.isArray(list)) throw new Error("it answers with no list of models");
	return list.flatMap((model: unknown) => {
		if (!isJsonObject(model)) return [];
		const id = model.id ?? model.name;
		return typeof id === "string" && id !== "" ? [{ object: "model", ...model, id }] : [];
	});
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
