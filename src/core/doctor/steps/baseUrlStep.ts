import * as l10n from "@vscode/l10n";
import { parseJson } from "../../../shared/untrusted/parseJson";
import { errorChain } from "../../gateway/errors/errorChain";
import { GatewayError } from "../../gateway/gatewayError";
import { isNoGateway } from "../../gateway/noGateway";
import type { ProbeAnswer } from "../../gateway/request/probeRequest";
import { readModels } from "../../gateway/response/modelsReader";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep, StepOutcome } from "../doctorStep";
import { gatewayTrouble } from "./gatewayTrouble";
import { proxyAuthentication } from "./networkTrouble";
import { proxyName } from "./proxyStep";

/** Finds out at which spelling of the base address a gateway answers. */
export const baseUrlStep: DoctorStep = {
	id: "baseUrl",
	title: () => l10n.t("Base address"),
	needs: ["connect", "tls"],
	async run(context, signal) {
		const { base } = context;
		const { answer, error } = await context.firstAnswer(signal);
		const isElsewhere = error ? error.reason === "redirected" : voiceOf(answer) === "other";
		if (isElsewhere && (await answersAsGiven(context, signal))) {
			const found = l10n.t(
				"A gateway answers at {0}, the address that you entered, and not at {1}",
				context.base.href,
				base.href,
			);
			return { type: "ok", found };
		}
		if (error) return unanswered(error, context);
		if (isUnlisted(context)) {
			const found = l10n.t("There is no list of models at {0}, as expected: your settings name the models.", base.href);
			return { type: "ok", found };
		}
		switch (voiceOf(answer)) {
			case "gateway":
				return { type: "ok", found: l10n.t("A gateway answers at {0}", base.href) };
			case "proxy":
				return { type: "failed", ...proxyAuthentication(nameOfProxy(context)) };
			case "down":
				return { type: "failed", ...gatewayTrouble(answer.error ?? notGateway(answer)) };
			case "other":
				return otherSpellings(answer, context, signal);
		}
	},
};

/**
 * Returns whether the gateway has no list of models and the user has named its models instead. Only a question then
 * shows whether the gateway answers.
 */
export function isUnlisted({ deps, answered }: DoctorContext): boolean {
	return deps.namedModels !== undefined && answered !== undefined && voiceOf(answered) === "other";
}

/**
 * The kind of server that seems to have answered: a gateway, a proxy in front of it, a gateway that is down, or another
 * server.
 */
type Voice = "gateway" | "proxy" | "down" | "other";

function voiceOf(answer: ProbeAnswer): Voice {
	if (answer.status === 407) return "proxy";
	if (isNoGateway(answer.error) && answer.error.reason !== "unauthorized") return "other";
	switch (answer.error?.reason) {
		case undefined:
			return hasModels(answer) ? "gateway" : "other";
		case "unavailable":
			return "down";
		default:
			return "gateway";
	}
}

function hasModels({ body }: ProbeAnswer): boolean {
	try {
		readModels(parseJson(body));
		return true;
	} catch {
		return false;
	}
}

function unanswered(error: GatewayError, context: DoctorContext): StepOutcome {
	if (isProxyAuthentication(error)) {
		return { type: "failed", ...proxyAuthentication(nameOfProxy(context)) };
	}
	return { type: "failed", ...gatewayTrouble(error) };
}

/**
 * Returns whether a request failed because a proxy requires authentication. `fetch` does not expose the status 407:
 * undici mentions it in the message of a failed tunnel, and otherwise ends with an error without a message, which
 * happens in no other case.
 */
function isProxyAuthentication(error: GatewayError): boolean {
	const chain = errorChain(error.cause).filter((one) => one instanceof Error);
	const last = chain.at(-1);
	if (!last) return false;
	const asksForName = ({ message }: Error) => /\b407\b|proxy authentication required/i.test(message);
	if (last === error.cause) return false;
	return chain.some(asksForName) || (last.message === "" && !("code" in last));
}

function nameOfProxy({ proxy }: DoctorContext): string {
	return proxy.type === "proxy" ? proxyName(proxy.url) : "";
}

/** Returns whether a gateway answers at the address as given, if that is allowed; if so, the run switches to it. */
async function answersAsGiven(context: DoctorContext, signal: AbortSignal): Promise<boolean> {
	const { otherwise } = context;
	const answer = otherwise && (await askAt(otherwise.href, context, signal));
	if (answer) context.moveTo(otherwise, answer);
	return answer !== undefined;
}

/** Returns a gateway's answer at an address; `undefined` when none answers. */
async function askAt(href: string, context: DoctorContext, signal: AbortSignal): Promise<ProbeAnswer | undefined> {
	try {
		const answer = await context.ask(`${href}/models`, undefined, signal);
		return voiceOf(answer) === "gateway" && !/html/i.test(answer.contentType) ? answer : undefined;
	} catch (error) {
		signal.throwIfAborted();
		// For example, a redirect to another server: not the gateway.
		if (error instanceof GatewayError) return undefined;
		throw error;
	}
}

/** Tries the other usual addresses of gateways, and reports the first one that answers. */
async function otherSpellings(answer: ProbeAnswer, context: DoctorContext, signal: AbortSignal): Promise<StepOutcome> {
	const { base } = context;
	const tried = baseUrlVariants(base);
	for (const href of tried) {
		if (await askAt(href, context, signal)) return foundAt(href, base.href);
	}
	const trouble = gatewayTrouble(answer.error ?? notGateway(answer));
	return { type: "failed", ...trouble, details: [l10n.t("No gateway answers at {0} either.", tried.join(", "))] };
}

function foundAt(href: string, asked: string): StepOutcome {
	const cause = l10n.t("The gateway does not answer at {0}, but at {1}", asked, href);
	return { type: "failed", cause, fix: l10n.t("Connect again, with the address {0}", href) };
}

/**
 * Returns the same gateway's other likely addresses, the likeliest first: without a prefix, without or with `/v1`,
 * below `/api`.
 */
export function baseUrlVariants({ origin, href }: { readonly origin: string; readonly href: string }): string[] {
	const bare = href.replace(/\/v1$/, "");
	const all = [`${origin}/v1`, bare, `${bare}/v1`, `${bare}/api/v1`, `${bare}/api`];
	return [...new Set(all)].filter((spelling) => spelling !== href);
}

function notGateway({ url, status }: ProbeAnswer): GatewayError {
	return new GatewayError(
		"malformed",
		l10n.t("The server at {0} is not a gateway: it returns no list of models.", url),
		status,
	);
}
