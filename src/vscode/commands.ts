import * as vscode from "vscode";
import type { Action } from "../core/actions/action";
import type { Log } from "../core/base/ports";
import type { Redactor } from "../core/base/redact";
import { failureOf } from "../core/wire/failure";
import { type CommandAction, isCommandAction } from "../shared/conversation";

/** Every command of Gatehouse's, but for the actions on code. People's key bindings depend on these names. */
export const commandIds = {
	connect: "gatehouse.connect",
	selectGateway: "gatehouse.selectGateway",
	removeGateway: "gatehouse.removeGateway",
	confirmAddress: "gatehouse.confirmAddress",
	setApiKey: "gatehouse.setApiKey",
	renewApiKey: "gatehouse.renewApiKey",
	deleteApiKey: "gatehouse.deleteApiKey",
	openMyKeys: "gatehouse.openMyKeys",
	diagnose: "gatehouse.diagnose",
	showRequests: "gatehouse.showRequests",
	showLog: "gatehouse.showLog",
	selectModel: "gatehouse.selectModel",
	refreshModels: "gatehouse.refreshModels",
	resetCapabilities: "gatehouse.resetCapabilities",
	newConversation: "gatehouse.newConversation",
	showHistory: "gatehouse.showHistory",
	exportConversation: "gatehouse.exportConversation",
	importConversation: "gatehouse.importConversation",
	attachContext: "gatehouse.attachContext",
	attachSelection: "gatehouse.attachSelection",
	attachFiles: "gatehouse.attachFiles",
	showSentMessages: "gatehouse.showSentMessages",
	explainTerminal: "gatehouse.explainTerminal",
	generateCommitMessage: "gatehouse.generateCommitMessage",
	editInline: "gatehouse.editInline",
	acceptEdit: "gatehouse.acceptEdit",
	rejectEdit: "gatehouse.rejectEdit",
	acceptChange: "gatehouse.acceptChange",
	rejectChange: "gatehouse.rejectChange",
	regenerateEdit: "gatehouse.regenerateEdit",
	followUpEdit: "gatehouse.followUpEdit",
	search: "gatehouse.search",
	openFoundToSide: "gatehouse.openFoundToSide",
	buildIndex: "gatehouse.buildIndex",
	pauseIndex: "gatehouse.pauseIndex",
	deleteIndex: "gatehouse.deleteIndex",
	showIndex: "gatehouse.showIndex",
} as const;

type CommandName = keyof typeof commandIds;

/** The command that has an action done. */
export const actionCommand = ({ id }: Action): string => `gatehouse.${id}`;

/** The view's own command, made by VS Code. */
export const focusChat = "gatehouse.chat.focus";

/** Which command an action beside an error runs; `retry` is the answer's own and has none. */
export const commandOf: Readonly<Record<CommandAction, CommandName>> = {
	setApiKey: "setApiKey",
	openMyKeys: "openMyKeys",
	connect: "connect",
	selectModel: "selectModel",
	diagnose: "diagnose",
	confirmAddress: "confirmAddress",
	showLog: "showLog",
	buildIndex: "buildIndex",
};

/** Registers commands, and is the one place where their errors reach the user. */
export class Commands {
	constructor(
		private readonly log: Log,
		private readonly redacted: Redactor,
	) {}

	/** @param run gets what the menu that was used gives, such as the files chosen in the explorer: to be checked. */
	register(name: CommandName, run: (...args: readonly unknown[]) => Promise<void> | void): vscode.Disposable {
		return this.#register(commandIds[name], run);
	}

	/** @param run as with other commands. */
	registerAction(action: Action, run: (...args: readonly unknown[]) => Promise<void>): vscode.Disposable {
		return this.#register(actionCommand(action), run);
	}

	/**
	 * Shows an error as one sentence with the first two actions that are commands. Cancellation is no error.
	 *
	 * @param retry does it again; then that is the first of the actions, where it may help.
	 */
	async show(error: unknown, retry?: () => Promise<void>): Promise<void> {
		const failure = failureOf(error);
		if (failure.reason === "cancelled") return;
		if (failure.reason === "unexpected")
			this.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
		const actions = failure.actions.filter(isCommandAction).slice(0, 2);
		const again = retry && failure.actions.includes("retry") ? [vscode.l10n.t("Retry")] : [];
		const labels = [...again, ...actions.map(actionLabel)];
		const chosen = await vscode.window.showErrorMessage(this.redacted(failure.message), ...labels);
		if (retry && chosen !== undefined && again.includes(chosen)) return retry();
		const action = actions.find((candidate) => actionLabel(candidate) === chosen);
		if (action) await vscode.commands.executeCommand(commandIds[commandOf[action]]);
	}

	#register(id: string, run: (...args: readonly unknown[]) => Promise<void> | void): vscode.Disposable {
		return vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
			try {
				await run(...args);
			} catch (error) {
				await this.show(error);
			}
		});
	}
}

/** What an action is called on its button. */
export function actionLabel(action: CommandAction): string {
	const labels = {
		setApiKey: vscode.l10n.t("Set the API Key…"),
		openMyKeys: vscode.l10n.t("Open My Keys"),
		connect: vscode.l10n.t("Connect to a Gateway…"),
		selectModel: vscode.l10n.t("Switch Model…"),
		diagnose: vscode.l10n.t("Check the Connection"),
		confirmAddress: vscode.l10n.t("Confirm the Address…"),
		showLog: vscode.l10n.t("Show the Log"),
		buildIndex: vscode.l10n.t("Build the Index…"),
	};
	return labels[action];
}
