import { KnownKeys } from "../../../../src/core/base/knownKeys";
import type { Clock } from "../../../../src/core/base/ports";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { CapabilityStore } from "../../../../src/core/gateway/capabilities/capabilityStore";
import { createGateway } from "../../../../src/core/gateway/client";
import type { ChatEvent, ChatRequest, OpenGateway } from "../../../../src/core/gateway/gateway";
import { KeyTracking } from "../../../../src/core/gateway/gatewayKey";
import { RequestLedger } from "../../../../src/core/gateway/ledger/requestLedger";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import type { GatewayServices, RetryPolicy } from "../../../../src/core/gateway/request/sender";
import type { OnWait } from "../../../../src/core/gateway/retry";
import { connectionWatch } from "../../../../src/vscode/adapters/connectionWatch";
import { type DemoGateway, type GatewayOptions, startGateway } from "../../../gateway/demoGateway";
import { manualClock, memoryLogChannel, memoryState } from "../memoryPorts";

/** The key in all tests of gateways, which is easy to find where it must not be. */
export const canaryKey = "sk-canary-0123456789";

export const never = new AbortController().signal;

/** Key tracking for answers that are read without a gateway. */
export const untracked = new KeyTracking({ read: async () => canaryKey });

/** A watch like that in VS Code's extension host, which also uses undici's `fetch`. */
const connections = connectionWatch();

/** Creates the services that a window's requests share, with a manual clock and no time-outs. */
export function testGatewayServices(parts: Partial<GatewayServices> = {}): GatewayServices {
	const clock: Clock = parts.clock ?? manualClock();
	const log = parts.log ?? memoryLogChannel();
	return {
		clock,
		timeouts: () => ({ connect: 0, firstByte: 0, silence: 0 }),
		capabilities: new CapabilityStore(memoryState()),
		limits: new ReportedLimits(clock),
		ledger: new RequestLedger(clock, log),
		connections,
		keys: new KnownKeys(),
		random: () => 0.5,
		log,
		...parts,
	};
}

/** Returns a function that opens gateways as the extension does. */
export function opener(services: GatewayServices = testGatewayServices()): OpenGateway {
	return (base, key) => createGateway(base, key, services);
}

/** Starts a demo gateway and connects the real client, whose pauses `hurry` skips. */
export async function connectedGateway(options: GatewayOptions = {}, parts: Partial<GatewayServices> = {}) {
	const server = await startGateway({ keys: [canaryKey], streamDelayMs: 0, ...options });
	const clock = manualClock();
	const shared = testGatewayServices({ clock, ...parts });
	const hurry: OnWait = (wait) => clock.advance(wait ? wait.until - clock.now() : 0);
	return { server, client: clientOf(server.url, canaryKey, shared), clock, hurry, shared };
}

/**
 * Starts a demo gateway with the real client for each test of the calling suite. The returned object is filled
 * again each time.
 */
export function connectedGatewayEach(): Awaited<ReturnType<typeof connectedGateway>> {
	const current = {} as Awaited<ReturnType<typeof connectedGateway>>;
	beforeEach(async () => {
		Object.assign(current, await connectedGateway());
	});
	afterEach(() => current.server.close());
	return current;
}

export function clientOf(url: string, key = canaryKey, shared = testGatewayServices(), policy: RetryPolicy = {}) {
	return createGateway(parseBaseUrl(url), { read: async () => key }, shared, policy);
}

export const question = (content: string, model = "demo-echo"): ChatRequest => ({
	model,
	messages: [{ role: "user", content }],
});

/** Returns the result of an answer: its texts joined, and its last event. */
export async function collect(events: AsyncIterable<ChatEvent>) {
	const all: ChatEvent[] = [];
	let [text, reasoning] = ["", ""];
	for await (const event of events) {
		all.push(event);
		if (event.type === "text") text += event.text;
		else if (event.type === "reasoning") reasoning += event.text;
		else if (event.type === "wasReasoning") [text, reasoning] = ["", reasoning + text];
	}
	return { text, reasoning, end: all.at(-1), events: all };
}

export async function closing(server: DemoGateway | undefined): Promise<void> {
	await server?.close();
}
