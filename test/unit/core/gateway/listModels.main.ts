import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import { manualClock } from "../memoryPorts";
import { canaryKey, clientOf, never, testGatewayServices } from "./gatewayHarness";

/**
 * Lists the models of each address among the arguments, one after the other, and prints the result of each as JSON. A
 * separate program, because Node reads the trusted certificates (NODE_EXTRA_CA_CERTS) only when it starts.
 */
const outcomes: object[] = [];
const clock = manualClock();
for (const url of process.argv.slice(2)) {
	const outcome = await clientOf(url, canaryKey, testGatewayServices({ clock }))
		// Temporary errors are retried without the pause.
		.listModels(never, (wait) => clock.advance(wait ? wait.until - clock.now() : 0))
		.then(
			(models) => ({ models: models.length }),
			(error: unknown) => {
				if (!(error instanceof GatewayError)) throw error;
				return { reason: error.reason, message: error.message };
			},
		);
	outcomes.push(outcome);
}
console.log(JSON.stringify(outcomes));
