import type { AgentCall, AgentEvent } from "../../../shared/agentEvent";
import { continueInstruction } from "../../chat/request/requestMessages";
import type { RequestMessage } from "../../gateway/gateway";

/** A call, and where its result is if it has one. */
export interface TranscriptCall {
	readonly call: AgentCall;
	/** Whether it has begun to run. */
	readonly begun: boolean;
	/** The position of its result among the messages. */
	readonly at?: number;
	readonly stubbed: boolean;
}

/**
 * The messages of a task, built from its events: while it runs as well as after a crash. Messages are only added, so
 * that each request begins with the same bytes as the one before, until old results are replaced by stubs.
 */
export class AgentTranscript {
	readonly #messages: RequestMessage[];
	readonly #tokens: number[];
	readonly #calls: TranscriptCall[] = [];
	#turns = 0;
	#total = 0;
	/** The tokens of the reasoning before all calls. */
	#reasoning = 0;

	/**
	 * @param first the messages before the model's first answer.
	 * @param tokensOf counts the tokens of a message, with its calls, but without its reasoning.
	 * @param reasoning counts the tokens of reasoning, and returns whether it is sent, which may be learned meanwhile.
	 */
	constructor(
		first: readonly RequestMessage[],
		readonly tokensOf: (message: RequestMessage) => number,
		private readonly reasoning: { textTokens(text: string): number; sendsReasoning(): boolean },
	) {
		this.#messages = [...first];
		this.#tokens = first.map(tokensOf);
		this.#total = this.#tokens.reduce((sum, tokens) => sum + tokens, 0);
	}

	get messages(): readonly RequestMessage[] {
		return this.#messages;
	}

	/** The tokens of all messages as they are sent. */
	get tokens(): number {
		return this.#total + (this.reasoning.sendsReasoning() ? this.#reasoning : 0);
	}

	/** The number of answers. */
	get turns(): number {
		return this.#turns;
	}

	get calls(): readonly TranscriptCall[] {
		return this.#calls;
	}

	/** Returns the tokens of a call's result; 0 where there is none or it is a stub. */
	resultTokens({ at, stubbed }: TranscriptCall): number {
		return at === undefined || stubbed ? 0 : (this.#tokens[at] ?? 0);
	}

	apply(event: AgentEvent): void {
		switch (event.type) {
			case "turn": {
				// Tasks of earlier versions have no reasoning. Empty reasoning is the best that a model that demands it can be
				// sent: without the field, it would refuse the task in any case.
				const { text, calls, reasoning = "" } = event;
				this.#turns++;
				if (calls.length > 0) this.#reasoning += this.reasoning.textTokens(reasoning);
				this.#push({ role: "assistant", content: text, ...(calls.length > 0 ? { toolCalls: calls, reasoning } : {}) });
				for (const call of calls) this.#calls.push({ call, begun: false, stubbed: false });
				break;
			}
			case "running":
				this.#update(event.call, { begun: true });
				break;
			case "result": {
				const known = this.#calls[event.call];
				if (!known || known.at !== undefined) break;
				this.#update(event.call, { at: this.#messages.length });
				this.#push({ role: "tool", content: event.text, toolCallId: known.call.id });
				break;
			}
			case "stubbed":
				for (const number of event.calls) this.#stub(number);
				break;
			case "resumed": {
				const last = this.#messages.at(-1);
				// Gateways refuse requests that end with an answer, or take it for the beginning of the next one.
				if (last?.role === "assistant" && !last.toolCalls) this.#push({ role: "user", content: continueInstruction });
			}
		}
	}

	#stub(number: number): void {
		const known = this.#calls[number];
		const message = known?.at === undefined ? undefined : this.#messages[known.at];
		if (!known || known.at === undefined || !message) return;
		const stub = { ...message, content: resultStub(known.call.name) };
		const tokens = this.tokensOf(stub);
		this.#total += tokens - (this.#tokens[known.at] ?? 0);
		this.#messages[known.at] = stub;
		this.#tokens[known.at] = tokens;
		this.#update(number, { stubbed: true });
	}

	#push(message: RequestMessage): void {
		const tokens = this.tokensOf(message);
		this.#messages.push(message);
		this.#tokens.push(tokens);
		this.#total += tokens;
	}

	#update(number: number, change: Partial<TranscriptCall>): void {
		const known = this.#calls[number];
		if (known) this.#calls[number] = { ...known, ...change };
	}
}

/** Returns the line that replaces an old result. For the model, so not translated. */
function resultStub(tool: string): string {
	return `(The result of ${tool} was left out to save room. Call it again if you need it.)`;
}
