import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { doctorSteps } from "../../../../src/core/doctor/doctor";
import type { StepId } from "../../../../src/core/doctor/doctorStep";
import { networkProbe } from "../../../../src/vscode/adapters/networkProbe";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { closing, connectedGateway } from "../gateway/gatewayHarness";
import { brokenGateways } from "./brokenGateways";
import { brokenNetworks } from "./brokenNetworks";
import { assertTrouble, checkUp, doctorDeps } from "./doctorHarness";

const setups = [...brokenNetworks, ...brokenGateways];
/** Steps without a setup: an address is text, a proxy alone is no problem, and other requests fail like those of `chat`. */
const withoutSetup: readonly StepId[] = ["address", "proxy", "completions"];
const settings = { proxy: "", proxySupport: "override", noProxy: [], strictSsl: true };
const realProbe = networkProbe(() => settings, {});

describe("connection check: broken setups", () => {
	let server: DemoGateway;
	beforeEach(async () => {
		({ server } = await connectedGateway());
	});
	afterEach(() => closing(server));

	for (const { name, breakIt, step, type, cause, fix, blocked } of setups) {
		it(`${name}: ${step} names the cause`, async () => {
			const { tidy, ...broken } = await breakIt(server);
			try {
				const { diagnosis, of } = await checkUp(doctorDeps(server.url, { probe: realProbe, ...broken }));
				assertTrouble(of(step), type, cause, fix);
				// Working steps before it are not blamed. The demo gateway's model calls no tools.
				const before = diagnosis.runs.slice(
					0,
					diagnosis.runs.findIndex(({ id }) => id === step),
				);
				assert.deepEqual(
					before.filter(
						({ id, outcome }) => id !== "tools" && (outcome.type === "failed" || outcome.type === "warning"),
					),
					[],
				);
				const notRun = diagnosis.runs.filter(({ outcome }) => outcome.type === "skipped" && outcome.blockedBy);
				assert.deepEqual(
					notRun.map(({ id }) => id),
					blocked,
				);
				for (const { outcome } of notRun) {
					assert.ok(outcome.type === "skipped");
					assert.match(outcome.reason, /because “.+” failed/);
				}
			} finally {
				await tidy?.();
			}
		});
	}

	it("exist for each step, and are all in docs/guide.md", () => {
		const broken = new Set(setups.map(({ step }) => step));
		const others = doctorSteps.map(({ id }) => id).filter((id) => !broken.has(id));
		assert.deepEqual(others, withoutSetup, "a step that can go wrong without a set-up that breaks it");
		const guide = readFileSync("docs/guide.md", "utf8");
		for (const { name } of setups) assert.ok(guide.includes(`\n| ${name} | `), name);
	});
});
