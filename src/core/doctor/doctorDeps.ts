import type { NetworkProbe } from "../base/ports";
import type { KeyFacts } from "../connections/connection";
import type { BaseUrl } from "../gateway/baseUrl";
import type { ChatRequest } from "../gateway/gateway";
import type { GatewayServices } from "../gateway/request/sender";

/** Stores what the doctor learns about a gateway's models. */
export interface DoctorFindings {
	/** Stores whether the model counts tokens when asked with `stream_options`. */
	usage(base: BaseUrl, model: string, reported: boolean): Promise<void>;
	/** Stores whether the model accepts several texts in one request, and the dimension of its vectors. */
	embeddings(base: BaseUrl, model: string, learned: EmbeddingFinding): Promise<void>;
}

/** The properties of an embedding model that the check found. */
interface EmbeddingFinding {
	readonly arrays: boolean;
	/** The number of values in each vector. */
	readonly dimension: number;
}

/** The gateway to check, and the services for it. */
export interface DoctorDeps {
	/** The gateway's address as it is stored, or as the user typed it. */
	readonly address: string;
	/**
	 * How the address is read: with `/v1` appended, as given, or, before the gateway is connected, in both ways, `/v1`
	 * first. Defaults to `withV1`.
	 */
	readonly spelling?: "withV1" | "asGiven" | "either";
	readonly readKey: () => Promise<string | undefined>;
	readonly keyFacts?: KeyFacts | undefined;
	/** The chosen model; if there is none, the gateway's first chat model is used. */
	readonly model?: string | undefined;
	/** The names of the gateway's models, where the user has named them because it does not list them. */
	readonly namedModels?: readonly string[] | undefined;
	/** The model that completes code; absent where completions are off. */
	readonly completionModel?: string | undefined;
	/** The parameters from the settings that are sent with every question. */
	readonly parameters: Pick<ChatRequest, "temperature" | "maxTokens">;
	/** Whether the user agreed to an additional question with the field `stream_options`. */
	readonly askUsage: boolean;
	readonly probe: NetworkProbe;
	/** The services that this window's requests share. */
	readonly gatewayServices: GatewayServices;
	readonly findings?: DoctorFindings;
	/** The language in which numbers and times are written. */
	readonly language?: string;
}
