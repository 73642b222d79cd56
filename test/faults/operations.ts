import { ChatSession } from "../../src/core/chat/session/chatSession";
import type { SessionChange } from "../../src/core/chat/session/turn";
import { ConversationStore } from "../../src/core/chat/storage/conversationStore";
import { failureOf } from "../../src/core/gateway/errors/failure";
import type { Gateway } from "../../src/core/gateway/gateway";
import type { Answer, Attachment, Failure, Message } from "../../src/shared/conversation";
import { memoryAppendLog } from "../unit/core/memoryPorts";
import { embeddedText, type OperationName, prompt } from "./fault";
import type { FaultWorld } from "./faultWorld";

/** The result of an operation for the user. */
export interface Outcome {
	readonly end: "failed" | "interrupted" | "complete";
	/** The failures that the user saw, in order. */
	readonly failures: readonly Failure[];
	/** Everything that was thrown, or reported as the cause of an interruption. */
	readonly errors: readonly unknown[];
	/** The part of an answer that the user saw. */
	readonly text: string;
}

/** The traces that a chat leaves. */
export interface ChatTrace {
	readonly asked: { readonly text: string; readonly attachments: readonly Attachment[] };
	readonly changes: readonly SessionChange[];
	/** The log's files on disk. */
	files(): string;
	/** The conversation as another window would read it. */
	reload(): Promise<readonly Message[]>;
}

/** An operation under way in a world. */
export interface Running {
	/** Runs it, or repeats it as the user would. Never rejects. */
	run(): Promise<Outcome>;
	readonly chat?: ChatTrace;
	/** The signals that were passed to the gateway: no listener may remain on them. */
	readonly signals: readonly AbortSignal[];
}

/**
 * The four operations. The client always asks for a stream; `completion` is a chat that is still answered by one plain
 * completion, so that it meets the faults of bodies, and `stream` meets those of streams. Faults of connections
 * and of statuses meet all four.
 */
export function start(operation: OperationName, world: FaultWorld, attachments: readonly Attachment[]): Running {
	if (operation === "completion" || operation === "stream") return chat(operation, world, attachments);
	const signals: AbortSignal[] = [];
	const { client, onWait } = world;
	const ask = async (signal: AbortSignal): Promise<boolean> => {
		if (operation === "models") return (await client.listModels(signal, onWait)).some(({ id }) => id === "demo-chat");
		const sources = attachments.map(({ path }) => path);
		return (await client.embed("demo-embed", [embeddedText], signal, onWait, sources))[0]?.length === 384;
	};
	const run = async (): Promise<Outcome> => {
		const { signal } = new AbortController();
		signals.push(signal);
		try {
			const right = await ask(signal);
			const failures = right ? [] : [failureOf(new Error("The answer is not what the gateway sent."))];
			return { end: "complete", failures, errors: [], text: "" };
		} catch (error) {
			return { end: "failed", failures: [failureOf(error)], errors: [error], text: "" };
		}
	};
	return { run, signals };
}

function chat(operation: "completion" | "stream", world: FaultWorld, attachments: readonly Attachment[]): Running {
	const { clock, log } = world;
	const files = memoryAppendLog();
	const store = () => new ConversationStore(files, memoryAppendLog(), clock, log);
	const errors: unknown[] = [];
	const signals: AbortSignal[] = [];
	const gateway = watched(world, errors, signals);
	const target = async () => ({
		gateway,
		gatewayName: "G",
		model: "demo-echo",
		systemPrompt: "Be brief.",
		parameters: {},
	});
	const session = new ChatSession(store(), target, clock, log);
	const changes: SessionChange[] = [];
	const said: string[] = [];
	session.onDidChange((change) => changes.push(change));
	session.onDidFail((message) => said.push(message));
	const run = async (): Promise<Outcome> => {
		const before = { changes: changes.length, errors: errors.length, said: said.length };
		if (operation === "completion" && !world.atFault) scriptCompletion(world);
		const ended = new Promise<Answer>((resolve) => {
			const listening = session.onDidChange((change) => {
				if (change.type !== "ended") return;
				listening.dispose();
				resolve(change.answer);
			});
		});
		// A failed or interrupted answer is retried with its own button; otherwise, another question follows.
		const last = session.messages.at(-1);
		if (last?.role === "assistant" && last.state.type !== "complete") await session.retry(last.id);
		else await session.ask(prompt, attachments);
		const { state, text } = await ended;
		const thrown = errors.slice(before.errors);
		const end = state.type === "failed" || state.type === "interrupted" ? state.type : "complete";
		const failures = changes.slice(before.changes).flatMap((change) => failureIn(change, thrown));
		const others = said.slice(before.said).map((message) => failureOf(new Error(message)));
		return { end, failures: [...failures, ...others], errors: thrown, text };
	};
	const trace: ChatTrace = {
		asked: { text: prompt, attachments },
		changes,
		files: () => [...files.files.values()].flatMap((writers) => [...writers.values()]).join("\n"),
		reload: async () => (await store().load(session.conversationId)).conversation.branch(),
	};
	return { run, chat: trace, signals };
}

/**
 * Returns the failures that a change reports to the user. For an interrupted answer, the page offers a remedy for its
 * cause.
 */
function failureIn(change: SessionChange, thrown: readonly unknown[]): Failure[] {
	if (change.type !== "ended") return [];
	const { state } = change.answer;
	if (state.type === "failed") return [state.failure];
	if (state.type === "interrupted") return [{ ...failureOf(thrown.at(-1)), message: state.message }];
	return [];
}

/** Returns the world's client, which records its errors and signals. */
function watched({ client, onWait }: FaultWorld, errors: unknown[], signals: AbortSignal[]): Gateway {
	return {
		...client,
		async *chat(request, signal, told) {
			signals.push(signal);
			const tell: typeof onWait = (wait) => {
				onWait(wait);
				told?.(wait);
			};
			try {
				for await (const event of client.chat(request, signal, tell)) {
					if (event.type === "interrupted") errors.push(event.cause);
					yield event;
				}
			} catch (error) {
				errors.push(error);
				throw error;
			}
		},
	};
}

function scriptCompletion({ gateway }: FaultWorld): void {
	const message = { role: "assistant", content: "whole" };
	gateway.script({ match: "/v1/chat/completions", json: { choices: [{ message, finish_reason: "stop" }] } });
}
