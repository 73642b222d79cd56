import * as l10n from "@vscode/l10n";
import type { Capabilities } from "../../gateway/capabilities/capabilities";
import { fillInFact } from "../../gateway/capabilities/capabilityFacts";
import { proveFillIn } from "../../gateway/fillIn/fillInLadder";
import { GatewayError } from "../../gateway/gatewayError";
import type { DoctorStep } from "../doctorStep";
import { gatewayTrouble } from "./gatewayTrouble";

/**
 * Checks, where completions are turned on, how best to ask the model that completes code: by the highest rung of the
 * ladder that can be proved. The result is learned.
 */
export const completionsStep: DoctorStep = {
	id: "completions",
	title: () => l10n.t("Completions"),
	needs: ["models"],
	limitSeconds: 90,
	async run(context, signal) {
		const { completionModel: model, gatewayServices } = context.deps;
		if (!model) return { type: "skipped", reason: l10n.t("Completions are off.") };
		const { capabilities, clock, random } = gatewayServices;
		const { href } = context.base;
		const ports = {
			...{ gateway: context.gateway(), clock, random },
			can: () => capabilities.get(href, model),
			record: (learned: Capabilities) => capabilities.record(href, model, learned),
		};
		try {
			const { way } = await proveFillIn(model, ports, signal);
			if (!way) return unproved(model);
			const details = [fillInFact(way.rung, way.family)];
			return { type: "ok", found: l10n.t("{0} completed a test line correctly.", model), details };
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error;
			return { type: "failed", ...gatewayTrouble(error), details: [l10n.t("Asked: {0}", model)] };
		}
	},
};

const unproved = (model: string) => ({
	type: "warning" as const,
	cause: l10n.t("{0} did not complete a test line correctly.", model),
	fix: l10n.t("Choose another model with “Turn On Completions…”."),
});
