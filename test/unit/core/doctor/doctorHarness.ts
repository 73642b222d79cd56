import assert from "node:assert/strict";
import type { CertificateFinding, NetworkProbe } from "../../../../src/core/base/ports";
import { type Diagnosis, diagnose } from "../../../../src/core/doctor/doctor";
import type { DoctorDeps } from "../../../../src/core/doctor/doctorDeps";
import type { StepId, StepOutcome } from "../../../../src/core/doctor/doctorStep";
import { canaryKey, never, testGatewayServices } from "../gateway/gatewayHarness";

/** Creates a probe that finds everything in order, without using the network. */
export function fakeProbe(changes: Partial<NetworkProbe> = {}): NetworkProbe {
	return {
		isOffline: () => false,
		proxyFor: async () => ({ type: "direct", because: "loopback" }),
		resolve: async () => ["192.0.2.1"],
		connect: async () => 3,
		certificate: async () => goodCertificate(),
		...changes,
	};
}

const dayMs = 24 * 60 * 60 * 1000;

export function goodCertificate(changes: Partial<CertificateFinding> = {}): CertificateFinding {
	return {
		subject: "llm.example.org",
		issuer: "Example CA",
		chain: ["llm.example.org", "Example CA"],
		validFrom: Date.now() - dayMs,
		validTo: Date.now() + 100 * dayMs,
		names: ["llm.example.org"],
		authorized: true,
		strict: true,
		...changes,
	};
}

/** The real time without timers, so that no test reaches a time limit unintentionally. */
export const untimedClock = { now: () => Date.now(), after: () => ({ dispose: () => {} }) };

export function doctorDeps(address: string, changes: Partial<DoctorDeps> = {}): DoctorDeps {
	return {
		address,
		readKey: async () => canaryKey,
		parameters: {},
		askUsage: false,
		probe: fakeProbe(),
		gatewayServices: testGatewayServices({ clock: untimedClock }),
		...changes,
	};
}

/** Runs the whole check; returns the diagnosis, and each step's outcome by its id. */
export async function checkUp(deps: DoctorDeps, signal = never, onBegan: (id: StepId) => void = () => {}) {
	const listener = { began: ({ id }: { id: StepId }) => onBegan(id), ended: () => {} };
	const diagnosis = await diagnose(deps, listener, signal);
	return { diagnosis, of: (id: StepId): StepOutcome => outcomeOf(diagnosis, id) };
}

export function outcomeOf({ runs }: Diagnosis, id: StepId): StepOutcome {
	return runs.find((run) => run.id === id)?.outcome ?? assert.fail(`${id} is not in the diagnosis`);
}

/** Checks that a step found a matching cause and names a remedy. */
export function assertTrouble(outcome: StepOutcome, type: "failed" | "warning", cause: RegExp, fix = /\w/): void {
	assert.equal(outcome.type, type, JSON.stringify(outcome));
	assert.ok("cause" in outcome);
	assert.match(outcome.cause, cause);
	assert.match(outcome.fix, fix);
}
