import { type EffortField, effortFields } from "../../../shared/reasoningEffort";
import type { Clock } from "../../base/ports";
import type { Capabilities } from "../capabilities/capabilities";
import { errorReasons, GatewayError } from "../gatewayError";
import { type FillInGateway, type FillInWay, fillIn } from "./fillIn";
import { likelyFamilies } from "./fillInTokens";
import { answersSentinel, newSentinel } from "./sentinel";

/** Time that an answer to a sentinel may take, in milliseconds. */
const longestProof = 10_000;
/** Maximum length of such an answer, in tokens; enough for a model that reasons to show that it does. */
const proofTokens = 64;

/** The outcome of one way of asking. */
type ProofOutcome =
	/** The only right answer. */
	| "proved"
	/** Another answer: the text after the cursor, or the tokens, were ignored. */
	| "ignored"
	/** A refusal, such as that of a field. */
	| "refused"
	/** No such operation. */
	| "absent"
	/** No answer in time. */
	| "silent"
	/** Reasoning, and no answer. */
	| "reasoned";

/** The result of trying the rungs of the ladder. */
export interface FillInProof {
	/** The best way that was proved; absent if none was. */
	readonly way?: FillInWay;
	readonly tried: readonly { readonly way: FillInWay; readonly outcome: ProofOutcome }[];
}

/** The services that the ladder needs. */
export interface LadderPorts {
	readonly gateway: FillInGateway;
	readonly clock: Pick<Clock, "after">;
	readonly random: () => number;
	/** Returns the model's capabilities as known so far. */
	can(): Capabilities;
	/** Records what was proved. */
	record(learned: Capabilities): Promise<void>;
}

/**
 * Finds the best way to have a model complete code, from the top of the ladder (docs/gateway-quirks.md#completions).
 * Each rung is proved by a question whose only right answer is known: a status of 200 proves nothing. The result is
 * learned.
 *
 * @throws GatewayError for a failure that does not concern the rung, such as a refused key or a lost connection.
 */
export async function proveFillIn(model: string, ports: LadderPorts, signal: AbortSignal): Promise<FillInProof> {
	const tried: { way: FillInWay; outcome: ProofOutcome }[] = [];
	const found = async (way: FillInWay) => {
		const { rung, family, reasoningSwitch } = way;
		// The sentinel was sent with a temperature of 0; if that was refused, the refusal has already been learned.
		const temperature = ports.can().temperature !== false;
		await ports.record({
			temperature,
			fillInRung: rung,
			...(family ? { fillInFamily: family } : {}),
			...(reasoningSwitch ? { reasoningSwitch } : {}),
		});
		return { way, tried };
	};
	const completing = likelyFamilies(model).map((family): FillInWay => ({ rung: "tokens", family }));
	for (const way of [{ rung: "suffix" } as FillInWay, ...completing]) {
		const outcome = await prove(model, way, ports, signal);
		tried.push({ way, outcome });
		if (outcome === "proved") return found(way);
		// If only the field `suffix` was refused, the gateway may accept a prompt with tokens.
		if (outcome === "silent" || outcome === "absent" || (outcome === "refused" && way.rung === "tokens")) break;
	}
	for (const reasoningSwitch of [undefined, ...switchesOf(ports.can())]) {
		const way: FillInWay = { rung: "chat", ...(reasoningSwitch ? { reasoningSwitch } : {}) };
		const outcome = await prove(model, way, ports, signal);
		tried.push({ way, outcome });
		if (outcome === "proved") return found(way);
		const mayReasonLess = outcome === "reasoned" || (reasoningSwitch !== undefined && outcome === "refused");
		if (!mayReasonLess || ports.can().effort === "refused") break;
	}
	return { tried };
}

/** Returns the fields that may turn a model's reasoning off; a field that it is known to accept comes first. */
function switchesOf({ effort }: Capabilities): readonly EffortField[] {
	if (effort === "refused") return [];
	return [...new Set(effort === undefined ? effortFields : [effort, ...effortFields])];
}

/** Tries one way of asking with a new sentinel. */
async function prove(model: string, way: FillInWay, ports: LadderPorts, signal: AbortSignal): Promise<ProofOutcome> {
	const sentinel = newSentinel(ports.random);
	const late = new AbortController();
	const timer = ports.clock.after(longestProof, () => late.abort());
	const request = {
		...{ model, way, maxTokens: proofTokens },
		code: { before: sentinel.before, after: sentinel.after, related: "", languageId: "python" },
		acceptsTemperature: ports.can().temperature !== false,
	};
	try {
		const both = AbortSignal.any([signal, late.signal]);
		const { code, hasReasoning } = await fillIn(ports.gateway, request, both, (text) => text.trim().includes("\n"));
		signal.throwIfAborted();
		if (answersSentinel(code, sentinel)) return "proved";
		if (late.signal.aborted) return "silent";
		return hasReasoning ? "reasoned" : "ignored";
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof GatewayError)) throw error;
		if (late.signal.aborted) return "silent";
		const refusal = refusalOf(error, way);
		if (refusal) return refusal;
		throw error;
	} finally {
		timer.dispose();
	}
}

/**
 * Returns how an error refuses this way of asking; `undefined` if it is about something else. A server that fails at
 * `/completions` may still chat.
 */
function refusalOf(error: GatewayError, { rung, reasoningSwitch }: FillInWay): "refused" | "absent" | undefined {
	const { about } = errorReasons[error.reason];
	const status = error.status ?? 0;
	if (rung === "chat") return reasoningSwitch !== undefined && about === "request" ? "refused" : undefined;
	if (about === "address" || status === 405 || status === 501) return "absent";
	return about === "request" || (status >= 500 && status !== 503) ? "refused" : undefined;
}
