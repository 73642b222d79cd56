// The demo gateway in a process of its own, with a limit that can be set: a bench's task sets it, lifts it, or asks what passed.

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

/** Vectors that cost nothing to make, each number as long in JSON as a real one: what is measured is not the model. */
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
