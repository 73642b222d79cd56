import type { Capabilities, ToolRung } from "./capabilities/capabilities";
import { callTooLong } from "./errors/tooLargeError";
import type { ChatEvent, ChatRequest, ToolCall } from "./gateway";
import { GatewayError } from "./gatewayError";
import { callArguments } from "./tools/callArguments";
import { CallAssembler, type RawCall } from "./tools/callAssembler";
import { LeakedCalls } from "./tools/leakedCalls";
import { QuotedCalls } from "./tools/quotedCalls";

/** The services of a chat with tools. */
export interface ToolChatPorts {
	/**
	 * Sends the request and reads its answer. The body is built for the capabilities that `withRung` returns, with the
	 * rung that is tried.
	 */
	read(withRung: (can: Capabilities) => Capabilities, calls: CallAssembler): AsyncIterable<ChatEvent>;
	/** Records the rung by which a call arrived. */
	recordRung(rung: ToolRung): void;
	/** Returns a number from 0 to 1, for the ids of calls that have none. */
	readonly random: () => number;
}

/** Finish reasons that announce calls. */
const announcesCalls = /^(?:tool_?calls?|function_?call)$/i;

/**
 * Asks a model that may call tools, on its rung of the ladder (docs/gateway-quirks.md#tool-calls), and reads its calls
 * wherever they are in the answer. If a stream announces calls that are not in it, or ends without anything, the model
 * is asked once more without streaming, because some servers drop calls from streams.
 *
 * @throws GatewayError as `Gateway.chat` does.
 */
export async function* toolChat(request: ChatRequest, ports: ToolChatPorts): AsyncGenerator<ChatEvent> {
	const schemas = new Map((request.tools ?? []).map(({ name, parameters }) => [name, parameters]));
	const names: ReadonlySet<string> = new Set(schemas.keys());
	const schemaOf = (name: string) => schemas.get(declaredName(name, names) ?? "");
	let rung = request.toolRung;
	let hasSaid = false;
	/** Whether anything was passed on, which an error must not take back. */
	let hasGiven = false;
	/** Whether the stream announced calls that were not in it. */
	let isAnnounced = false;
	for (let isSecond = false; ; isSecond = true) {
		const assembler = new CallAssembler();
		const sent = { rung: "streamed" as ToolRung, known: undefined as ToolRung | undefined };
		const withRung = (can: Capabilities) => {
			// A model that refused tools is never sent them again.
			sent.rung = can.toolRung === "prompted" ? "prompted" : (rung ?? can.toolRung ?? "streamed");
			sent.known = can.toolRung;
			return { ...can, toolRung: sent.rung };
		};
		let leaks: LeakedCalls | undefined;
		/** Text is passed on once: the second answer only adds what the stream lacked. */
		const isSilent = isSecond && hasSaid;
		let end: ChatEvent | undefined;
		try {
			for await (const event of ports.read(withRung, assembler)) {
				leaks ??= new LeakedCalls(schemaOf, sent.rung === "prompted");
				if (event.type === "text") {
					const text = leaks.push(event.text);
					if (text !== "" && !isSilent) {
						hasSaid = hasGiven = true;
						yield { type: "text", text };
					}
					// Ends the request, too.
					if (leaks.isTooLong) return yield { type: "interrupted", cause: callTooLong() };
				} else if (event.type === "wasReasoning") {
					// A call in the reasoning was only considered, not made.
					const text = leaks.end(false);
					leaks = undefined;
					if (isSilent) continue;
					if (text !== "") yield { type: "text", text };
					yield event;
				} else if (event.type === "finished" || event.type === "interrupted") end = event;
				else if (event.type !== "reasoning" || !isSecond) {
					hasGiven ||= event.type === "reasoning";
					yield event;
				}
			}
		} catch (error) {
			if (!isSecond || !hasGiven || !(error instanceof GatewayError)) throw error;
			return yield { type: "interrupted", cause: error };
		}
		// Stopped by the user.
		if (!end) return;
		const isCut = end.type === "finished" && end.reason === "length";
		// A call that the length limit cut must not be completed: it could write half a file.
		const rest = leaks?.end(end.type === "finished" && !isCut) ?? "";
		if (rest !== "" && !isSilent) {
			hasSaid = true;
			yield { type: "text", text: rest };
		}
		if (end.type !== "finished") return yield end;
		// The text of calls that the gateway has read itself is left out, too.
		const isStructured = assembler.count > 0;
		const calls = isStructured ? assembler.calls : (leaks?.calls ?? []);
		const isEmpty = calls.length === 0 && names.size > 0 && (announcesCalls.test(end.reason) || (!hasSaid && !isCut));
		if (isEmpty && !isSecond && sent.rung !== "whole" && sent.rung !== "prompted" && request.toolRung === undefined) {
			rung = "whole";
			isAnnounced = announcesCalls.test(end.reason);
			continue;
		}
		// One empty stream, or a trial of another rung, is no reason to give up the rung that is known to work.
		const isTrial = isSecond ? !isAnnounced : request.toolRung !== undefined && sent.known !== undefined;
		const quoted = new QuotedCalls(request.messages);
		// A gateway that announces calls takes them for calls itself.
		const mayQuote = !isStructured && !announcesCalls.test(end.reason);
		const found = finished(calls, names, isCut, ports.random).map((call, at) => {
			const raw = calls[at];
			const text = mayQuote && raw ? leaks?.textOf(raw) : undefined;
			return { call, isQuoted: text !== undefined && quoted.has(text, call) };
		});
		// A quotation does not show how the model makes calls.
		if (!isTrial && found.some(({ isQuoted }) => !isQuoted))
			ports.recordRung(sent.rung === "prompted" || sent.rung === "whole" || isStructured ? sent.rung : "leaked");
		for (const { call, isQuoted } of found) yield { type: "toolCall", call, ...(isQuoted ? { isQuoted } : {}) };
		return yield end;
	}
}

/** Returns the calls with their arguments read, and with ids that are unique. */
function finished(
	calls: readonly RawCall[],
	names: ReadonlySet<string>,
	isCut: boolean,
	random: () => number,
): ToolCall[] {
	const ids = new Set<string>();
	return calls.map((call, at) => {
		const id = call.id === "" || ids.has(call.id) ? newId(random, ids) : call.id;
		ids.add(id);
		// Only the last call can be incomplete.
		const isTorn = isCut && at === calls.length - 1;
		const name = declaredName(call.name, names) ?? call.name;
		return { id, name, arguments: callArguments(call.arguments, isTorn) };
	});
}

/** Returns the tool that a name means; models of some makers put `functions.` before it. */
function declaredName(name: string, names: ReadonlySet<string>): string | undefined {
	if (names.has(name)) return name;
	const plain = name.replace(/^functions[.:]/, "");
	return names.has(plain) ? plain : undefined;
}

const idCharacters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Returns an id of nine letters and digits, which is what Mistral's servers require. */
function newId(random: () => number, taken: ReadonlySet<string>): string {
	for (let suffix = 0; ; suffix++) {
		const pick = (_: unknown, at: number) =>
			idCharacters[Math.floor(random() * idCharacters.length + (at === 0 ? suffix : 0)) % idCharacters.length];
		const id = Array.from({ length: 9 }, pick).join("");
		if (!taken.has(id)) return id;
	}
}
