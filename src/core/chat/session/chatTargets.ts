import type { NetworkProbe } from "../../base/ports";
import { assertOnline } from "../../connections/assertOnline";
import type { Connection } from "../../connections/connection";
import type { ConnectionStore } from "../../connections/connectionStore";
import type { ModelCatalog } from "../../connections/models/modelCatalog";
import type { ModelChoice } from "../../connections/models/modelChoice";
import type { TokenCounters } from "../../context/tokens/tokenCounter";
import type { RequestSettings } from "../request/chatRequest";
import type { ChatTarget } from "./chatTarget";

interface ChatTargetDeps {
	readonly connections: ConnectionStore;
	readonly catalog: ModelCatalog;
	readonly models: ModelChoice;
	/** The user's settings. */
	readonly settings: Pick<RequestSettings, "systemPrompt" | "parameters">;
	readonly counters: TokenCounters;
	readonly probe: NetworkProbe;
}

/** Determines where questions go: the gateway in use, the requested or the chosen model, and the user's settings. */
export class ChatTargets {
	constructor(private readonly deps: ChatTargetDeps) {}

	/** Returns the settings that a question would be sent with now; `undefined` without a gateway or a model. */
	readonly next = (wanted?: string): RequestSettings | undefined => {
		const { connections, models } = this.deps;
		const { current } = connections;
		const model = current && models.current(current, wanted);
		return model ? this.#settings(current, model) : undefined;
	};

	/** Determines the target of a question. @throws UserError without a gateway, a model or a network. */
	readonly settle = async (wanted?: string): Promise<ChatTarget> => {
		const { connections, models, probe } = this.deps;
		const connection = connections.required();
		await assertOnline(connection, probe);
		const gateway = connections.open(connection);
		const model = models.required(connection, wanted);
		return { ...this.#settings(connection, model), gateway, gatewayName: connection.name };
	};

	#settings(connection: Connection, model: string): RequestSettings {
		const { catalog, counters, settings } = this.deps;
		const { systemPrompt, parameters } = settings;
		const limit = catalog.contextLimit(connection, model);
		const { images } = catalog.find(connection, model);
		const window = { limit, counter: counters.for(connection.base.href, model) };
		return { model, systemPrompt, parameters, window, ...(images === undefined ? {} : { images }) };
	}
}
