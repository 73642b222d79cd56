import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { Clock, Log, StateStore } from "../../core/base/ports";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ProvidedModel, ProvidedModels } from "../../core/connections/models/providedModels";
import { TokenCounters } from "../../core/context/tokens/tokenCounter";
import { failureOf } from "../../core/gateway/errors/failure";
import { loggedError } from "../../core/gateway/errors/loggedError";
import type { ChatRequest, ToolCall, ToolDefinition } from "../../core/gateway/gateway";
import { GatewayError } from "../../core/gateway/gatewayError";
import { type CheckBudget, checkBudget, fitsSchema } from "../../core/gateway/tools/fitsSchema";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { hasFields } from "../../shared/untrusted/ownField";
import { logFailure } from "../logFailure";
import { JoinedText, type TextKind } from "./joinedText";
import type { LanguageModelList } from "./languageModelList";
import { requestMessagesOf, toolDefinitionsOf } from "./languageModelMessages";
import { explainUtilityModel } from "./utilityModelHint";

interface ProviderDeps {
	readonly list: Pick<LanguageModelList, "find" | "refresh">;
	readonly models: Pick<ProvidedModels, "use">;
	readonly connections: Pick<ConnectionStore, "open">;
	readonly globalState: StateStore;
	readonly clock: Clock;
	readonly log: Log;
}

/**
 * Estimates for the time that VS Code takes to deliver parts: it collects them for 30 ms, and sends each batch to the
 * window and back. If the request fails meanwhile, it drops those that are not delivered yet.
 */
const delivery = {
	/** Milliseconds for collecting a batch, and for its delivery on a busy machine. */
	collecting: 300,
	/** Characters per millisecond, over consecutive batches. */
	rate: 2_000,
	/** Characters added to the length of each part. */
	perPart: 100,
	/** Maximum delay of an error, in milliseconds. */
	longest: 10_000,
} as const;

/** The longest pause before a retry, in milliseconds: neither VS Code nor the other extension shows that a request waits. */
const longestPause = 10_000;

type Part = vscode.LanguageModelResponsePart;

/** Returns the number of characters of a part: of its text, or of a tool call's arguments. */
function lengthOf(part: Part): number {
	if (part instanceof vscode.LanguageModelToolCallPart) return JSON.stringify(part.input).length;
	const { value } = part as { readonly value?: unknown };
	return typeof value === "string" ? value.length : 0;
}

/** VS Code's part for reasoning, which its types do not have; absent in some versions. */
type ThinkingPart = new (value: string) => Part;
let thinkingPart = (vscode as unknown as { readonly LanguageModelThinkingPart?: ThinkingPart })
	.LanguageModelThinkingPart;

/** Answers VS Code and other extensions with the gateways' models; the list of models is part of the shell. */
export class LanguageModelProvider {
	readonly #counters: TokenCounters;

	constructor(private readonly deps: ProviderDeps) {
		this.#counters = new TokenCounters(deps.globalState);
	}

	/** Answers a request with the model that it names, and with no other. @throws LanguageModelError, or Error. */
	async respond(
		id: string,
		messages: readonly vscode.LanguageModelChatRequestMessage[],
		options: vscode.ProvideLanguageModelChatResponseOptions,
		progress: vscode.Progress<Part>,
		token: vscode.CancellationToken,
	): Promise<void> {
		const abort = new AbortController();
		const { clock } = this.deps;
		const joined = new JoinedText(clock, (kind, text) => reportText(kind, text, reporting));
		const listening = token.onCancellationRequested(() => {
			abort.abort();
			// VS Code takes no more parts.
			joined.drop();
		});
		if (token.isCancellationRequested) abort.abort();
		/** The estimated time at which VS Code has delivered all parts, in milliseconds of the clock. */
		let delivered = 0;
		const reporting: vscode.Progress<Part> = {
			report: (part) => {
				const length = delivery.perPart + lengthOf(part);
				delivered = Math.max(delivered, clock.now()) + length / delivery.rate;
				progress.report(part);
			},
		};
		try {
			const { connection, model } = this.#find(id);
			const requester = requesterOf(options);
			explainUtilityModel(requester, this.deps.globalState).catch((error: unknown) =>
				this.deps.log.warn(`The hint about the utility model could not be shown: ${loggedError(error)}`),
			);
			const request = requestOf(model.id, messages, options);
			this.deps.models.use(connection, model.id).then(
				(isNew) => isNew && this.deps.list.refresh(),
				(error: unknown) => this.deps.log.warn(`The use of a model could not be saved: ${loggedError(error)}`),
			);
			const events = this.deps.connections.open(connection).chat(request, abort.signal);
			await this.#stream(events, request, reporting, joined);
		} catch (error) {
			if (abort.signal.aborted) return;
			joined.flush();
			logFailure(error, this.deps.log);
			// No longer than the maximum, even if the clock was set back.
			const rest = Math.min(delivery.longest, delivered + delivery.collecting - clock.now());
			if (rest > 0) await new Promise<void>((resolve) => clock.after(rest, resolve));
			throw languageModelError(error);
		} finally {
			joined.drop();
			listening.dispose();
		}
	}

	/** Estimates the tokens of a text or message as the panel does. */
	count(id: string, text: string | vscode.LanguageModelChatRequestMessage): number {
		const { connection, model } = this.#find(id);
		const counter = this.#counters.for(connection.base.href, model.id);
		if (typeof text === "string") return counter.ofText(text);
		const hasReasoning = this.deps.connections.open(connection).sendsReasoning?.(model.id);
		return counter.ofMessages(requestMessagesOf([text]), hasReasoning);
	}

	#find(id: string): ProvidedModel {
		const found = this.deps.list.find(id);
		if (found) return found;
		const said = vscode.l10n.t("None of your gateways has the model {0} any more.", inertName(id));
		throw vscode.LanguageModelError.NotFound(said);
	}

	async #stream(
		events: ReturnType<ReturnType<ConnectionStore["open"]>["chat"]>,
		{ tools = [] }: ChatRequest,
		progress: vscode.Progress<Part>,
		joined: JoinedText,
	): Promise<void> {
		/** The name of the first tool whose call cannot be passed on. */
		let unusable: string | undefined;
		const budget = checkBudget();
		for await (const event of events) {
			switch (event.type) {
				case "text":
				case "reasoning":
					joined.add(event.type, event.text);
					break;
				case "toolCall":
					joined.flush();
					if (!isUsable(event.call, tools, budget)) unusable ??= event.call.name;
					else
						progress.report(
							new vscode.LanguageModelToolCallPart(event.call.id, event.call.name, event.call.arguments as object),
						);
					break;
				case "finished":
					unusable ??= event.unaskedTool;
					break;
				case "interrupted":
					throw event.cause;
			}
		}
		joined.flush();
		if (unusable !== undefined) throw new Error(unusableText(unusable, tools));
	}
}

/** Reports text, or reasoning if VS Code accepts it; after a version has rejected it, no more is reported. */
function reportText(kind: TextKind, text: string, progress: vscode.Progress<Part>): void {
	if (kind === "text") {
		progress.report(new vscode.LanguageModelTextPart(text));
		return;
	}
	if (!thinkingPart) return;
	try {
		progress.report(new thinkingPart(text));
	} catch {
		thinkingPart = undefined;
	}
}

/**
 * Returns whether a call may reach VS Code, which runs it: its tool is declared, and its arguments fit the schema.
 *
 * @param budget the budget for checking all calls of the answer.
 */
function isUsable(call: ToolCall, tools: readonly ToolDefinition[], budget: CheckBudget): boolean {
	const tool = tools.find(({ name }) => name === call.name);
	return (
		tool !== undefined && typeof call.arguments === "object" && fitsSchema(call.arguments, tool.parameters, budget)
	);
}

function unusableText(name: string, tools: readonly ToolDefinition[]): string {
	return tools.some((tool) => tool.name === name)
		? vscode.l10n.t("The model called the tool {0} with invalid arguments.", inertName(name))
		: vscode.l10n.t("The model called {0}, which is not one of the tools that it was offered.", inertName(name));
}

function requestOf(
	model: string,
	messages: readonly vscode.LanguageModelChatRequestMessage[],
	options: vscode.ProvideLanguageModelChatResponseOptions,
): ChatRequest {
	const tools = toolDefinitionsOf(options.tools);
	const { temperature, max_tokens: maxTokens } = options.modelOptions ?? {};
	const requester = requesterOf(options);
	return {
		model,
		messages: requestMessagesOf(messages),
		longestPause,
		...(typeof temperature === "number" && temperature >= 0 && temperature <= 1 ? { temperature } : {}),
		...(Number.isInteger(maxTokens) && maxTokens > 0 ? { maxTokens: maxTokens as number } : {}),
		...(tools.length > 0 ? { tools } : {}),
		...(tools.length > 0 && options.toolMode === vscode.LanguageModelChatToolMode.Required ? { mustCall: true } : {}),
		requester: requester === undefined ? vscode.l10n.t("another extension") : inertName(requester),
	};
}

/** Returns the id of the extension that asks, which is not in the types; `undefined` where VS Code does not pass it. */
function requesterOf(options: object): string | undefined {
	const { requestInitiator } = options as { readonly requestInitiator?: unknown };
	return typeof requestInitiator === "string" ? requestInitiator : undefined;
}

/** Converts an error to one of VS Code's kinds. VS Code shows the message as Markdown, so it is made inert. */
function languageModelError(error: unknown): unknown {
	if (error instanceof vscode.LanguageModelError) return error;
	const message = inertLine(failureOf(error).message);
	const reason = error instanceof GatewayError ? error.reason : undefined;
	if (reason === "unauthorized") return vscode.LanguageModelError.NoPermissions(message);
	if (error instanceof UserError && error.actions.includes("setApiKey"))
		return vscode.LanguageModelError.NoPermissions(message);
	if (reason === "rateLimited" || reason === "outOfCredit") return vscode.LanguageModelError.Blocked(message);
	if (reason === "unknownModel") return vscode.LanguageModelError.NotFound(message);
	return new Error(message, hasFields(error) ? { cause: error } : {});
}
