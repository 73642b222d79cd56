// The demo gateway in a separate process, with a limit: a bench's task sets it, removes it, or asks for the accepted requests.

import { startGateway } from "../../gateway/demoGateway";
import { demoChat } from "../../gateway/endpoints/demoChat";
import { type LimitedRate, limitRate } from "../../gateway/rateLimit";
import { answerTasks } from "./answerTasks";
import { dimension, modelName } from "./wireFigures";

/** The gateway's tasks. */
export type GatewayTask =
	| { readonly do: "open" }
	| { readonly do: "limit"; readonly requests: number; readonly window: number }
	| { readonly do: "lift" };

/** Vectors that cost nothing, with numbers as long in JSON as real ones: the model is not measured. */
const vectors = Array.from({ length: 64 }, (_, i) =>
	Float32Array.from({ length: dimension }, (_, at) => Math.sin(i * dimension + at)),
);
const gateway = await startGateway({
	keepRequests: false,
	models: [
		// Connecting requires a model to chat with.
		demoChat,
		{
			kind: "embedding",
			id: modelName,
			description: "For the bench.",
			contextLength: 8192,
			embed: (text) => vectors[text.length % vectors.length] ?? new Float32Array(dimension),
		},
	],
});
let limit: LimitedRate | undefined;

answerTasks(async (task: GatewayTask) => {
	switch (task.do) {
		case "open":
			return { url: gateway.url, key: gateway.key };
		case "limit":
			limit = limitRate(gateway, { path: "/v1/embeddings", ...task });
			return undefined;
		case "lift":
			limit?.dispose();
			return limit?.passed;
	}
});
