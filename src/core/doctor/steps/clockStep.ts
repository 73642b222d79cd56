import * as l10n from "@vscode/l10n";
import type { DoctorStep } from "../doctorStep";
import { span } from "../reportTime";

/** Maximum difference between the clocks, in milliseconds: a larger one affects certificates and temporary keys. */
const harmful = 5 * 60 * 1000;

/** Checks whether this computer's clock agrees with the gateway's, using an answer received earlier. */
export const clockStep: DoctorStep = {
	id: "clock",
	title: () => l10n.t("Clock"),
	needs: ["address"],
	async run({ answered }) {
		if (!answered) return { type: "skipped", reason: l10n.t("Nothing answered, so there is no time to compare with.") };
		if (answered.serverTime === undefined) {
			return { type: "skipped", reason: l10n.t("The gateway does not report its time.") };
		}
		const ahead = answered.receivedAt - answered.serverTime;
		if (Math.abs(ahead) <= harmful) {
			return { type: "ok", found: l10n.t("This computer's clock agrees with the gateway's.") };
		}
		return {
			type: "warning",
			cause:
				ahead > 0
					? l10n.t("This computer's clock is {0} ahead of the gateway's.", span(ahead))
					: l10n.t("This computer's clock is {0} behind the gateway's.", span(ahead)),
			fix: l10n.t(
				"Set this computer's clock: certificates and temporary keys depend on it. If it is right, tell your gateway's administrator.",
			),
		};
	},
};
