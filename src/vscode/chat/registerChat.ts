import * as vscode from "vscode";
import { editorActions } from "../../core/actions/definitions/editorActions";
import { Disposables } from "../../core/base/disposables";
import { UserError } from "../../core/base/errors";
import type { Redactor } from "../../core/base/knownKeys";
import type { Clock, Log } from "../../core/base/ports";
import { questionToSend } from "../../core/chat/composer/questionAction";
import type { WrittenQuestion } from "../../core/chat/composer/questionQueue";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { KeyStore } from "../../core/connections/keyStore";
import { LimitsDisplay } from "../../core/connections/limitsDisplay";
import type { ModelCatalog } from "../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import { chatModels } from "../../core/connections/models/modelLists";
import { failureOf } from "../../core/gateway/errors/failure";
import { loggedError } from "../../core/gateway/errors/loggedError";
import type { ReportedLimits } from "../../core/gateway/limits/reportedLimits";
import type { ParametersView } from "../../shared/chatParameters";
import type { ConnectionView } from "../../shared/chatProtocol";
import type { Failure } from "../../shared/conversation";
import type { Disposable } from "../../shared/disposable";
import { inertLine } from "../../shared/untrusted/inertText";
import type { Editing } from "../actions/edits/editing";
import { notify } from "../adapters/messages";
import { type Commands, connected, focusChat } from "../commands";
import type { FirstSteps } from "../firstSteps";
import type { Settings } from "../settings";
import { ChatViewProvider } from "./chatViewProvider";
import type { ComposerServices } from "./composerServices";

interface ChatDeps {
	readonly host: {
		readonly commands: Commands;
		readonly firstSteps: FirstSteps;
		readonly settings: Settings;
		readonly extensionUri: vscode.Uri;
		readonly clock: Clock;
		readonly redacted: Redactor;
		readonly log: Log;
	};
	readonly gateways: {
		readonly connections: ConnectionStore;
		readonly keys: Pick<KeyStore, "version">;
		readonly catalog: ModelCatalog;
		readonly models: ModelChoice;
		readonly gatewayServices: { readonly limits: ReportedLimits };
	};
	readonly chat: ComposerServices;
	readonly editing: Editing;
	/** The folder of the user's own prompts. */
	readonly userPrompts: vscode.Uri;
}

/** The panel. */
interface ChatFeature extends Disposable {
	readonly view: vscode.WebviewViewProvider;
}

/** Registers the panel: its view and its commands. */
export function registerChat({ host, gateways, chat, editing, userPrompts }: ChatDeps): ChatFeature {
	const { commands, firstSteps, settings, extensionUri, clock, redacted, log } = host;
	const { connections, keys, catalog, models } = gateways;
	const { limits } = gateways.gatewayServices;
	const { session, context, lastEditor, leftOut, window } = chat;
	const disposables = new Disposables();
	const hasModel = (id: string) => {
		const connection = connections.current;
		return connection ? (catalog.cached(connection) ?? []).some((model) => model.id === id) : false;
	};
	const connectionView = (): ConnectionView => {
		const connection = connections.current;
		if (!connection) return { gateway: null, model: null, models: [] };
		return {
			gateway: connection.name,
			model: models.current(connection) ?? null,
			models: chatModels(catalog.cached(connection) ?? []),
		};
	};
	const parametersView = (): ParametersView => {
		const { parameters, systemPrompt } = settings;
		return { own: session.parameters, settings: { ...parameters, ...(systemPrompt === "" ? {} : { systemPrompt }) } };
	};
	const describe = (error: unknown): Failure => {
		const failure = failureOf(error);
		log.warn(`The panel's call failed: ${loggedError(error)}`);
		return { ...failure, message: redacted(failure.message) };
	};
	const actions = async () => {
		// Loaded on first use.
		const [{ questionActions }, { promptActions }] = await Promise.all([
			import("../actions/actionQuestion"),
			import("../actions/prompts/promptActions"),
		]);
		const prompts = await promptActions({
			...{ userPrompts, leftOut, lastEditor, editing, window, hasModel },
			onError: (error) => provider.showFailure(describe(error)) || void commands.show(error),
		});
		const own = questionActions(editorActions, lastEditor, { window });
		const all = [...own, ...prompts].map((action) => [action.suggestion.id, action] as const);
		// If several actions have the same name, the first is used.
		return all.filter(([id], i) => all.findIndex(([other]) => other === id) === i).map(([, action]) => action);
	};
	const send = (text: string, model: string | null) =>
		connected(async () => {
			const question = await questionToSend(text, actions, model ?? undefined);
			if (question) await context.send(question);
		});
	const sendWritten = (question: WrittenQuestion) => connected(() => context.askWritten(question));
	const limitsDisplay = disposables.add(
		new LimitsDisplay({ limits, connections, clock, language: vscode.env.language }),
	);
	const provider: ChatViewProvider = new ChatViewProvider({
		chat,
		editing,
		extensionUri,
		clock,
		actions,
		send,
		sendWritten,
		hasSpareRequests: () =>
			connections.current !== undefined && limits.hasSpareRequests(connections.current.base.origin),
		limits: limitsDisplay,
		connectionView,
		parametersView,
		runCommand: (name) => commands.run(name),
		setKey: async () => {
			const { origin } = connections.required().base;
			const before = keys.version(origin);
			await commands.run("setApiKey");
			return keys.version(origin) !== before;
		},
		pickModel: async (except) => {
			// Loaded on first use.
			const { pickOtherModel } = await import("./otherModelPick");
			return pickOtherModel(connectionView().models, except);
		},
		describe,
	});
	chat.agent.isShown = () => provider.isShown;
	const notifyConnection = () => {
		provider.page?.connectionChanged(connectionView());
		context.changed();
	};

	disposables.add(connections.onDidChange(notifyConnection));
	disposables.add(models.onDidChange(notifyConnection));
	disposables.add(catalog.onDidChange(notifyConnection));
	// There is no event for a choice made in another window.
	disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && notifyConnection()));
	disposables.add(settings.onDidChangeParameters(() => provider.page?.parametersChanged(parametersView())));
	disposables.add(commands.register("keepChange", (thread) => chat.agent.settle(thread, "keep")));
	disposables.add(commands.register("undoChange", (thread) => chat.agent.settle(thread, "undo")));
	disposables.add(
		commands.register("newConversation", async () => {
			await session.newConversation();
			await vscode.commands.executeCommand(focusChat);
			provider.focusComposer();
		}),
	);
	disposables.add(
		commands.register("openChat", async () => {
			await vscode.commands.executeCommand(focusChat);
			provider.focusComposer();
		}),
	);
	disposables.add(
		session.onDidChange((change) => {
			if (change.type !== "message" || change.message.role !== "user") return;
			firstSteps.complete("ask").catch((error: unknown) => void commands.show(error));
		}),
	);
	// The panel shows a paused queue with the reason.
	const sendNext = () =>
		chat.queue.sendNext(sendWritten).catch((error: unknown) => {
			log.warn(`A queued question was not sent: ${loggedError(error)}`);
			if (!provider.isShown) void commands.show(error);
		});
	disposables.add(
		session.onDidChange((change) => {
			if (change.type !== "ended") return;
			// The next question was not written for an answer that was stopped or failed.
			if (change.answer.state.type === "complete") void sendNext();
			else chat.queue.pause();
		}),
	);
	// Messages about the panel are shown in it; a notification would cover it.
	disposables.add(
		session.onDidFail((message) => {
			const failure = describe(new UserError(message));
			if (!provider.showFailure(failure)) void notify("warning", inertLine(failure.message));
		}),
	);
	disposables.add(
		chat.onDidWarn((warning) => void (provider.showFailure(describe(warning)) || commands.show(warning))),
	);
	return { view: provider, dispose: () => disposables.dispose() };
}
