import * as l10n from "@vscode/l10n";
import { NetworkProbeError } from "../../base/ports";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep, StepOutcome } from "../doctorStep";
import { networkTrouble } from "./networkTrouble";
import { proxyName } from "./proxyStep";

/** Time that the check's own connection may still take after VS Code's request was answered, in milliseconds. */
const grace = 2000;

/**
 * Checks whether the host's name can be resolved and its port accepts connections. With a proxy, the proxy does both.
 */
export const connectStep: DoctorStep = {
	id: "connect",
	title: () => l10n.t("Name and connection"),
	needs: ["address", "proxy"],
	timedOut: ({ target }) => networkTrouble("timeout", { ...target, said: "" }),
	async run(context, signal) {
		if (context.proxy.type === "proxy") {
			return {
				type: "skipped",
				reason: l10n.t("The proxy {0} looks up the name and connects.", proxyName(context.proxy.url)),
			};
		}
		const direct = connectDirectly(context, signal);
		// If a proxy is configured in the operating system only, VS Code's requests may succeed although a direct
		// connection fails.
		const outcome = context.proxy.type === "unknown" ? await besideRequest(direct, context, signal) : await direct;
		context.direct = outcome.type === "ok";
		return outcome;
	},
};

async function connectDirectly(context: DoctorContext, signal: AbortSignal): Promise<StepOutcome> {
	const { probe } = context.deps;
	const { host, port } = context.target;
	try {
		const addresses = isAddress(host) ? [host] : await probe.resolve(host, signal);
		const took = Math.round(await probe.connect(host, port, signal));
		const found = l10n.t("{0} accepts connections on port {1}, within {2} ms.", host, port, took);
		return { type: "ok", found, details: [l10n.t("Its addresses: {0}", addresses.join(", "))] };
	} catch (error) {
		if (!(error instanceof NetworkProbeError)) throw error;
		return { type: "failed", ...networkTrouble(error.problem, { host, port, said: error.message }) };
	}
}

async function besideRequest(
	direct: Promise<StepOutcome>,
	context: DoctorContext,
	signal: AbortSignal,
): Promise<StepOutcome> {
	const reached = async () => (await context.firstAnswer(signal)).answer !== undefined;
	const asked = reached();
	// Prevents an unhandled rejection of the promise that is not awaited.
	direct.catch(() => {});
	asked.catch(() => {});
	const first = await Promise.race([direct, asked.then((yes) => (yes ? waitFor(direct, context) : direct))]);
	if (first?.type === "ok" || !(await asked)) return first ?? direct;
	return {
		type: "warning",
		cause: l10n.t(
			"The check's own connection does not reach {0}, but VS Code's requests do: the operating system seems to name a proxy.",
			context.target.host,
		),
		fix: l10n.t("Nothing needs to be done. To check the proxy too, enter its address in the setting http.proxy."),
		...(first?.type === "failed" ? { details: [first.cause] } : {}),
	};
}

/** Waits a short time for the outcome of the direct connection. */
function waitFor(direct: Promise<StepOutcome>, { clock }: DoctorContext): Promise<StepOutcome | undefined> {
	return new Promise((resolve, reject) => {
		const timer = clock.after(grace, () => resolve(undefined));
		direct.then(resolve, reject).finally(() => timer.dispose());
	});
}

/** Returns whether a host is an IP address, which need not be resolved. */
function isAddress(host: string): boolean {
	return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.includes(":");
}
