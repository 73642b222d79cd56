import * as l10n from "@vscode/l10n";
import { type CertificateFinding, type CertificateProblem, NetworkProbeError } from "../../base/ports";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep, StepOutcome, Trouble } from "../doctorStep";
import { day } from "../reportTime";
import { networkTrouble } from "./networkTrouble";
import { proxyName } from "./proxyStep";

const dayMs = 24 * 60 * 60 * 1000;
/** Remaining validity below which a certificate is reported, in days. */
const soonDays = 14;

/** Checks the issuer of the server's certificate, its expiry, and whether VS Code accepts it. */
export const tlsStep: DoctorStep = {
	id: "tls",
	title: () => l10n.t("Certificate"),
	needs: ["connect"],
	async run(context, signal) {
		const { proxy, target, direct, deps } = context;
		if (!target.secure) {
			if (context.base.insecure) {
				return {
					type: "warning",
					cause: l10n.t(
						"{0} is not encrypted. Anyone on the network path can read the key, questions and answers.",
						target.host,
					),
					fix: l10n.t("Ask your gateway's administrator for an address that begins with https://."),
				};
			}
			return { type: "skipped", reason: l10n.t("Plain http on this computer has no certificate.") };
		}
		const through = proxy.type === "proxy" ? proxy.url : undefined;
		if (!through && !direct) {
			return {
				type: "skipped",
				reason: l10n.t("The certificate cannot be seen through a proxy that only the operating system knows."),
			};
		}
		let certificate: CertificateFinding;
		try {
			certificate = await deps.probe.certificate(target.host, target.port, through, signal);
		} catch (error) {
			if (!(error instanceof NetworkProbeError)) throw error;
			const place = { ...target, said: error.message, ...(through ? { proxy: proxyName(through) } : {}) };
			return { type: "failed", ...networkTrouble(error.problem, place) };
		}
		return verdict(certificate, context, signal);
	},
};

async function verdict(
	certificate: CertificateFinding,
	context: DoctorContext,
	signal: AbortSignal,
): Promise<StepOutcome> {
	const { issuer, subject, validTo, chain, names, authorized, problem = "other", strict } = certificate;
	const details = [
		l10n.t("For: {0} ({1})", subject, names.join(", ")),
		l10n.t("Chain: {0}", chain.join(" ← ")),
		l10n.t("Valid until {0}", day(validTo)),
	];
	const trouble = certificateTrouble(problem, certificate, context);
	if (!authorized) {
		// VS Code's requests also trust the system's authorities, so their success decides.
		const { answer } = await context.firstAnswer(signal);
		if (!answer) return { type: "failed", ...trouble, details };
		if (!strict) {
			const fix = l10n.t("The setting http.proxyStrictSSL is off, so VS Code accepts any certificate. Turn it on.");
			return { type: "warning", cause: trouble.cause, fix, details };
		}
		details.push(l10n.t("VS Code trusts it through the certificate authorities of this computer."));
	}
	const days = Math.floor((validTo - context.clock.now()) / dayMs);
	if (days < soonDays) {
		return {
			type: "warning",
			cause:
				days === 1
					? l10n.t("The certificate expires in 1 day, on {0}.", day(validTo))
					: l10n.t("The certificate expires in {0} days, on {1}.", days, day(validTo)),
			fix: l10n.t("Tell your gateway's administrator to renew it."),
			details,
		};
	}
	return { type: "ok", found: l10n.t("Signed by {0}, valid until {1}.", issuer, day(validTo)), details };
}

function certificateTrouble(
	problem: CertificateProblem,
	{ issuer, subject, names, validFrom, validTo }: CertificateFinding,
	{ target, clock }: DoctorContext,
): Trouble {
	const today = day(clock.now());
	switch (problem) {
		case "expired":
			return {
				cause: l10n.t("The certificate of {0} expired on {1}.", target.host, day(validTo)),
				fix: l10n.t(
					"Tell your gateway's administrator to renew it. Check this computer's date too: it says {0}.",
					today,
				),
			};
		case "notYetValid":
			return {
				cause: l10n.t("The certificate of {0} is not valid before {1}.", target.host, day(validFrom)),
				fix: l10n.t(
					"Check this computer's date: it says {0}. If that is right, tell your gateway's administrator.",
					today,
				),
			};
		case "wrongHost":
			return {
				cause: l10n.t("The certificate is for {0}, not for {1}.", names.join(", ") || subject, target.host),
				fix: l10n.t(
					"Use an address whose name is in the certificate. If there is none, tell your gateway's administrator.",
				),
			};
		case "selfSigned":
			return {
				cause: l10n.t("The certificate of {0} is self-signed.", target.host),
				fix: l10n.t(
					"Ask your gateway's administrator for a certificate of your organisation's authority, or add this one to the trusted certificates of this computer and restart VS Code.",
				),
			};
		case "unknownIssuer":
			return {
				cause: l10n.t(
					"The certificate of {0} is signed by {1}, an authority that this computer does not know.",
					target.host,
					issuer,
				),
				fix: l10n.t(
					"Add your organisation's certificate authority to the trusted certificates of this computer and restart VS Code. If it is there already, the gateway does not send its intermediate certificates: tell its administrator.",
				),
			};
		case "other":
			return {
				cause: l10n.t("The certificate of {0}, signed by {1}, is not trusted on this computer.", target.host, issuer),
				fix: l10n.t("Give this report to your gateway's administrator."),
			};
	}
}
