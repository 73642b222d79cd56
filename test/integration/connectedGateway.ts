import { type DemoGateway, startGateway } from "../gateway/demoGateway";
import { connectTo } from "./connectTo";

/** The key that the gateway accepts. */
export const gatewayKey = "sk-integration-0123456789";

let connected: Promise<DemoGateway> | undefined;
after(async () => (await connected)?.close());

/** Returns the gateway to which Gatehouse is connected. */
export function connectedGateway(): Promise<DemoGateway> {
	connected ??= connect();
	return connected;
}

async function connect(): Promise<DemoGateway> {
	const gateway = await startGateway({ keys: [gatewayKey], streamDelayMs: 0 });
	await connectTo(gateway.url, gatewayKey);
	return gateway;
}
