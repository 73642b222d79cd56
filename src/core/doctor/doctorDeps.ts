import type { NetworkProbe } from "../base/ports";
import type { KeyFacts } from "../connections/connection";
import type { BaseUrl } from "../wire/baseUrl";
import type { ChatRequest } from "../wire/gateway";
import type { Wire } from "../wire/sender";

/** What the doctor learns of a gateway's models on the way, for whoever remembers such things. */
export interface DoctorFindings {
	/** Whether the model counts tokens when it is asked with `stream_options`. */
	usage(base: BaseUrl, model: string, reported: boolean): Promise<void>;
	/** Whether the model takes several texts in one request, and how long its vectors are. */
	embeddings(base: BaseUrl, model: string, learned: EmbeddingFinding): Promise<void>;
}

/** How a model makes embeddings. */
interface EmbeddingFinding {
	readonly arrays: boolean;
	/** The numbers in each. */
	readonly dimension: number;
}

/** Whom the doctor looks at, and with what. */
export interface DoctorDeps {
	/** The gateway's address as it is stored, or as the user typed it. */
	readonly address: string;
	/**
	 * How the address is read: with `/v1` at its end, as given, or, when it is not connected yet, as it is answered, with `/v1`
	 * first. With `/v1` when absent.
	 */
	readonly spelling?: "withV1" | "asGiven" | "either";
	readonly readKey: () => Promise<string | undefined>;
	readonly keyFacts?: KeyFacts | undefined;
	/** The chosen model; without one the gateway's first chat model. */
	readonly model?: string | undefined;
	/** What the settings send along with every question. */
	readonly parameters: Pick<ChatRequest, "temperature" | "maxTokens">;
	/** Whether the user agreed to one more question with the field `stream_options`. */
	readonly askUsage: boolean;
	readonly probe: NetworkProbe;
	/** What this window's requests share. */
	readonly wire: Wire;
	readonly findings?: DoctorFindings;
}
