import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { DemoGateway } from "../gateway/demoGateway";
import { canaryKey } from "../unit/core/gateway/gatewayHarness";
import { bodyFaults } from "./bodyFaults";
import { connectionFaults } from "./connectionFaults";
import { type Fault, isChat, type OperationName, operationNames } from "./fault";
import { FaultWorld, longestRequest } from "./faultWorld";
import { start } from "./operations";
import { pick, seededRandom } from "./seededRandom";
import { statusFaults } from "./statusFaults";
import { streamFaults } from "./streamFaults";

const sequences = 1000;
/** Number of sequences in each test, so that no test takes long. */
const sequencesPerTest = 50;
/** Maximum number of faults in a row; a good request follows. */
const mostFaults = 4;

/** Faults that send megabytes, or close the gateway for other sequences, are only in the matrix. */
const tooLarge = /without end|nobody listens/;
const faults = [...connectionFaults, ...statusFaults, ...bodyFaults, ...streamFaults].filter(
	({ name }) => !tooLarge.test(name) || name.startsWith("307"),
);

/** GATEHOUSE_SEED repeats only the sequence that failed. */
const given = process.env.GATEHOUSE_SEED;
const seeds = given ? [Number(given)] : Array.from({ length: sequences }, (_, i) => i + 1);

interface Turn {
	readonly fault: Fault;
	readonly operation: OperationName;
}

describe("faults: random sequences", () => {
	let server: DemoGateway;
	before(async () => {
		server = await FaultWorld.start();
	});
	after(() => server.close());

	for (let first = 0; first < seeds.length; first += sequencesPerTest) {
		const some = seeds.slice(first, first + sequencesPerTest);
		it(`from seed ${some[0]} on, ${some.length}`, async function () {
			// Real time is only a safeguard, because this machine may be busy.
			this.timeout(60_000);
			for (const seed of some) await playSequence(seed);
		});
	}

	async function playSequence(seed: number): Promise<void> {
		const random = seededRandom(seed);
		const turns = Array.from({ length: 1 + Math.floor(random() * mostFaults) }, (): Turn => {
			const fault = pick(faults, random);
			return { fault, operation: pick(fault.operations, random) };
		});
		const last = pick(operationNames, random);
		const played = turns.map(({ fault, operation }) => `${operation} meets “${fault.name}”`);
		try {
			await play(turns, last);
		} catch (error) {
			const story = `GATEHOUSE_SEED=${seed}: ${played.join(", then ")}, then a good ${last}`;
			throw new Error(`${story}\n${error instanceof Error ? error.stack : error}`, { cause: error });
		}
	}

	/** One client for all of them, as in a window: later faults meet the effects of earlier ones. */
	async function play(turns: readonly Turn[], last: OperationName): Promise<void> {
		const world = new FaultWorld(server);
		const traces: unknown[] = [];
		for (const { fault, operation } of turns) {
			const running = start(operation, world, []);
			const begun = world.clock.now() - world.waited;
			const { length } = world.ledger.records;
			await world.impose(fault, operation);
			const outcome = await world.drive(running.run());
			await world.lift();
			const expected = fault.expected(operation);
			assert.equal(outcome.end, expected.end, fault.name);
			assert.equal(outcome.text, expected.text ?? "", fault.name);
			assert.equal(outcome.failures.length, expected.end === "complete" ? 0 : 1, fault.name);
			const { requests: least = 1, keptRequests: most = least } = expected;
			const requests = world.ledger.records.length - length;
			assert.ok(requests >= least && requests <= most, `${fault.name}: ${requests} requests`);
			assert.ok(world.clock.now() - world.waited - begun <= longestRequest, fault.name);
			traces.push(outcome, isChat(operation) && running.chat?.files());
		}
		const good = await world.drive(start(last, world, []).run());
		assert.deepEqual({ end: good.end, failures: good.failures }, { end: "complete", failures: [] });
		await world.allEnded();
		assert.equal(world.clock.pending, 0);
		const shown = inspect([traces, world.log.lines, world.ledger.records, [...world.state.values]], { depth: 10 });
		assert.ok(!shown.includes(canaryKey));
	}
});
