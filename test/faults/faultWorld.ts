import { setImmediate as turn } from "node:timers/promises";
import { CapabilityStore } from "../../src/core/gateway/capabilities/capabilityStore";
import type { Gateway } from "../../src/core/gateway/gateway";
import type { GatewayError } from "../../src/core/gateway/gatewayError";
import { RequestLedger } from "../../src/core/gateway/ledger/requestLedger";
import type { GatewayServices } from "../../src/core/gateway/request/sender";
import type { OnWait } from "../../src/core/gateway/retry";
import { type DemoGateway, startGateway } from "../gateway/demoGateway";
import type { RecordedRequest } from "../gateway/recordedRequest";
import type { Script, ScriptedAnswer, Step } from "../gateway/script";
import { canaryKey, clientOf, testGatewayServices } from "../unit/core/gateway/gatewayHarness";
import { manualClock, memoryLogChannel, memoryState } from "../unit/core/memoryPorts";
import type { Fault, OperationName, Stage } from "./fault";

/** Timeouts, in seconds; each of them is over after `pastAllTimeouts`. */
const timeouts = { connect: 10, firstByte: 60, silence: 30 };
const pastAllTimeouts = 70_000;
/** Time limit of `drive`, in milliseconds of real time; longer than the time limit of any test. */
const longestDrive = 15_000;

/** An answer that is held until the client's state meets a condition. */
interface Hold {
	readonly ready: () => boolean;
	release(): void;
}

/**
 * A faulty gateway and a client, in one process and with one manual clock: `drive` advances it when the client only
 * waits for time, so that no test has to guess how long either side takes.
 */
export class FaultWorld {
	readonly clock = manualClock();
	readonly log = memoryLogChannel();
	readonly state = memoryState();
	readonly ledger = new RequestLedger(this.clock, this.log);
	readonly gatewayServices: GatewayServices;
	readonly client: Gateway;
	/** The reported causes of pauses. */
	readonly waitCauses: GatewayError[] = [];
	/** Sum of all pauses, in milliseconds. */
	waited = 0;
	#wait: { readonly until: number } | undefined;
	#holds: Hold[] = [];
	/** Number of bytes of the body before a scripted silence, and whether a head comes before it. */
	#stall: { readonly bytes: number; readonly head: boolean } | undefined;
	#stalled = 0;
	#lift = () => {};
	#gone = false;
	#atFault = false;
	readonly #before: number;

	constructor(private server: DemoGateway) {
		const capabilities = new CapabilityStore(this.state);
		this.gatewayServices = testGatewayServices({
			clock: this.clock,
			log: this.log,
			ledger: this.ledger,
			capabilities,
			timeouts: () => timeouts,
			efforts: { get: () => ({ level: "low", field: "reasoning_effort" }) },
		});
		this.client = clientOf(server.url, canaryKey, this.gatewayServices);
		this.#before = server.requests.length;
	}

	/** Starts a gateway for one world, or for several worlds in turn. */
	static start(port = 0): Promise<DemoGateway> {
		return startGateway({ keys: [canaryKey], streamDelayMs: 0, port });
	}

	/** The requests that the gateway received in this world. */
	get requests(): readonly RecordedRequest[] {
		return this.server.requests.slice(this.#before);
	}

	/** The current gateway: a new one after the port was closed for a while. */
	get gateway(): DemoGateway {
		return this.server;
	}

	get atFault(): boolean {
		return this.#atFault;
	}

	/** Receives each pause; passed to every operation. */
	readonly onWait: OnWait = (wait) => {
		this.#wait = wait;
		if (wait) this.waitCauses.push(wait.cause);
	};

	/** From now on, every request meets the fault. */
	async impose(fault: Fault, operation: OperationName): Promise<void> {
		this.#atFault = true;
		this.#holds = [];
		const before = this.ledger.records.length;
		const record = () => this.ledger.records.slice(before).at(-1);
		const stage: Stage = {
			operation,
			key: canaryKey,
			headSeen: this.#hold(() => record()?.status !== undefined),
			heard: (bytes) => this.#hold(() => (record()?.bytesIn ?? 0) >= bytes),
		};
		const answer = fault.answer(stage);
		if (answer === "gone") {
			await this.server.close();
			this.#gone = true;
			return;
		}
		this.#stall = stallIn(answer);
		this.#stalled = this.requests.length;
		const script = this.server.script({ ...answer, times: Number.POSITIVE_INFINITY } as Script);
		this.#lift = () => script.dispose();
	}

	/** Ends the fault. */
	async lift(): Promise<void> {
		this.#atFault = false;
		this.#lift();
		this.#stall = undefined;
		if (!this.#gone) return;
		this.#gone = false;
		this.server = await FaultWorld.start(Number(new URL(this.server.url).port));
	}

	/** Called in each turn of the event loop while the world is driven. */
	onTurn: () => void = () => {};

	/** Advances the clock whenever the client waits only for time, until the work is done. */
	async drive<T>(work: Promise<T>): Promise<T> {
		let over = false;
		const end = () => {
			over = true;
		};
		work.then(end, end);
		const giveUp = Date.now() + longestDrive;
		while (!over) {
			// Only a safeguard: without it, work that never settles would keep the process busy forever.
			if (Date.now() > giveUp) throw new Error("This never settles.");
			await turn();
			this.#tick();
		}
		return work;
	}

	/** Settles when every exchange has ended, at the gateway and here; never while one is held open. */
	async allEnded(): Promise<void> {
		await Promise.all(this.requests.map(({ ended }) => ended));
		// The client reads the rest after an answer's [DONE] in the background.
		const over = () => this.ledger.records.every(({ duration }) => duration !== undefined);
		await new Promise<void>((resolve) => {
			this.ledger.onDidChange(() => over() && resolve());
			if (over()) resolve();
		});
	}

	#tick(): void {
		this.onTurn();
		for (const hold of this.#holds) if (hold.ready()) hold.release();
		if (this.#wait) {
			const pause = this.#wait.until - this.clock.now();
			this.#wait = undefined;
			this.waited += pause;
			this.clock.advance(pause);
		} else if (this.#stall && this.requests.length > this.#stalled) {
			const record = this.ledger.records.at(-1);
			if ((record?.bytesIn ?? 0) < this.#stall.bytes || (this.#stall.head && record?.status === undefined)) return;
			this.#stalled = this.requests.length;
			this.clock.advance(pastAllTimeouts);
		}
	}

	#hold(ready: () => boolean): Step {
		let release = () => {};
		const until = new Promise<void>((resolve) => {
			release = resolve;
		});
		this.#holds.push({ ready, release });
		return { type: "wait", until };
	}
}

/** Time limit of an operation by the clock, in addition to the pauses for which the gateway asks. */
export const longestRequest = pastAllTimeouts;

function stallIn({ chunks = [] }: ScriptedAnswer): { bytes: number; head: boolean } | undefined {
	const at = chunks.findIndex(({ type }) => type === "stall");
	if (at < 0) return undefined;
	const before = chunks.slice(0, at);
	const bytes = before.reduce((sum, step) => sum + (step.type === "bytes" ? Buffer.byteLength(step.data) : 0), 0);
	return { bytes, head: before.some(({ type }) => type === "head" || type === "bytes") };
}
