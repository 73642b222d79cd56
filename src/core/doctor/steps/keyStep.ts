import * as l10n from "@vscode/l10n";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep, StepOutcome } from "../doctorStep";
import { day } from "../reportTime";
import { isUnlisted } from "./baseUrlStep";
import { gatewayTrouble, newKeyFix } from "./gatewayTrouble";

const dayMs = 24 * 60 * 60 * 1000;
/** Remaining validity below which a key is reported, in days. */
const soonDays = 5;

/** Checks whether the gateway accepts the key, using an answer received earlier. */
export const keyStep: DoctorStep = {
	id: "key",
	title: () => l10n.t("Key"),
	needs: ["baseUrl"],
	async run(context, signal) {
		const key = await context.deps.readKey();
		const { answer } = await context.firstAnswer(signal);
		const { error } = answer ?? {};
		if (isUnlisted(context))
			return { type: "skipped", reason: l10n.t("Only a question shows whether the gateway accepts the key.") };
		if (error?.reason === "unauthorized") {
			const said = error.said || l10n.t("status {0}", error.status ?? 401);
			const details = key ? { details: [l10n.t("The gateway said: {0}", said)] } : {};
			return { type: "failed", cause: causeOf(key, error.expired, context), fix: newKeyFix(), ...details };
		}
		if (error) return { type: "failed", ...gatewayTrouble(error) };
		return key ? taken(context) : { type: "ok", found: l10n.t("The gateway does not require a key.") };
	},
};

function causeOf(key: string | undefined, expired: boolean, { deps, clock }: DoctorContext): string {
	if (!key) return l10n.t("There is no API key for this gateway.");
	const ended = deps.keyFacts?.endsAt;
	if (ended !== undefined && ended < clock.now()) return l10n.t("The key expired on {0}.", day(ended));
	if (expired) return l10n.t("The gateway refuses the key: it has expired.");
	return l10n.t("The gateway does not know the key: it is mistyped, incomplete or deleted.");
}

function taken({ deps, clock }: DoctorContext): StepOutcome {
	const endsAt = deps.keyFacts?.endsAt;
	if (endsAt === undefined) return { type: "ok", found: l10n.t("The gateway accepts the key.") };
	if (endsAt < clock.now())
		return {
			type: "ok",
			found: l10n.t("The gateway still accepts the key, which should have expired on {0}.", day(endsAt)),
		};
	const days = Math.floor((endsAt - clock.now()) / dayMs);
	if (days >= soonDays)
		return { type: "ok", found: l10n.t("The gateway accepts the key; it expires on {0}.", day(endsAt)) };
	return {
		type: "warning",
		cause: l10n.t("The gateway accepts the key, but it expires on {0}.", day(endsAt)),
		fix: l10n.t("Renew it on the gateway's page, in the tab “My keys”."),
	};
}
