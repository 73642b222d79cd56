import * as vscode from "vscode";
import type { Action } from "../core/actions/action";
import { NotConnectedError } from "../core/base/errors";
import { Emitter, type Event } from "../core/base/event";
import type { Redactor } from "../core/base/knownKeys";
import type { Log } from "../core/base/ports";
import { failureOf } from "../core/gateway/errors/failure";
import { actionLabel } from "../shared/actionLabel";
import {
	type CommandAction,
	type FailureAction,
	isCommandAction,
	type MakingRoom,
	showing,
} from "../shared/conversation";
import { inertLine, inertName } from "../shared/untrusted/inertText";
import { notify } from "./adapters/messages";
import { logFailure } from "./logFailure";

/** The commands, except those of the actions on code. Users' key bindings depend on their ids, `gatehouse.NAME`. */
const commandNames = [
	"connect",
	"selectGateway",
	"removeGateway",
	"confirmAddress",
	"setApiKey",
	"renewApiKey",
	"deleteApiKey",
	"openMyKeys",
	"diagnose",
	"cancelCheck",
	"reportProblem",
	"showRequests",
	"showLog",
	"openSettings",
	"getStarted",
	"moveToSecondarySideBar",
	"moveToActivityBar",
	"selectModel",
	"refreshModels",
	"resetCapabilities",
	"openChat",
	"newConversation",
	"showHistory",
	"exportConversation",
	"importConversation",
	"attachContext",
	"attachSelection",
	"attachFiles",
	"showSentMessages",
	"explainTerminal",
	"generateCommitMessage",
	"editInline",
	"acceptEdit",
	"rejectEdit",
	"acceptAll",
	"rejectAll",
	"acceptChange",
	"rejectChange",
	"regenerateEdit",
	"followUpEdit",
	"nextChange",
	"previousChange",
	"showAnswer",
	"reopenProposal",
	"submitInline",
	"cancelInline",
	"keepChange",
	"undoChange",
	"turnOnCompletions",
	"search",
	"openFoundToSide",
	"addFoundToChat",
	"leaveSearch",
	"buildIndex",
	"pauseIndex",
	"deleteIndex",
	"showIndex",
] as const;

export type CommandName = (typeof commandNames)[number];

/** The commands' ids, by name. */
export const commandIds = Object.fromEntries(commandNames.map((name) => [name, `gatehouse.${name}`])) as {
	readonly [Name in CommandName]: `gatehouse.${Name}`;
};

/** Returns the id of the command that runs an action. */
export const actionCommand = ({ id }: Action): string => `gatehouse.${id}`;

/** The view's focus command, which VS Code creates. */
export const focusChat = "gatehouse.chat.focus";

/** The command of each action offered with an error; `retry` belongs to the answer and has none. */
export const commandOf: Readonly<Record<CommandAction, CommandName>> = {
	setApiKey: "setApiKey",
	openMyKeys: "openMyKeys",
	connect: "connect",
	selectModel: "selectModel",
	diagnose: "diagnose",
	confirmAddress: "confirmAddress",
	showLog: "showLog",
	openSettings: "openSettings",
	buildIndex: "buildIndex",
};

/**
 * Runs an operation. If it needs a gateway and there is none, lets the user connect first.
 *
 * @param runsAgain whether the operation runs again once the user has connected.
 * @throws NotConnectedError when the user does not connect.
 */
export async function connected(run: () => Promise<void>, runsAgain = true): Promise<void> {
	try {
		await run();
	} catch (error) {
		if (!(error instanceof NotConnectedError)) throw error;
		await vscode.commands.executeCommand(commandIds.connect);
		if (runsAgain) await run();
	}
}

/** An operation that can be repeated. @param how the way to make room where the content did not fit. */
export type CommandAttempt = (how?: MakingRoom) => Promise<void>;

/** Runs a command. @param args the menu's arguments, such as the files selected in the Explorer, to be checked. */
type RunCommand = (...args: readonly unknown[]) => Promise<void> | void;

/** Holds the function of each command; the only place from which the errors of commands are shown to the user. */
export class Commands {
	readonly #runs = new Map<string, RunCommand>();
	readonly #loads = new Map<string, { readonly load: () => Promise<unknown>; readonly runsAgain: boolean }>();
	readonly #onDidRun = new Emitter<string>();
	/** Fires with the name of a command that has succeeded, without `gatehouse.`. */
	readonly onDidRun: Event<string> = this.#onDidRun.event;

	constructor(
		private readonly log: Log,
		private readonly redacted: Redactor,
	) {}

	/**
	 * Registers a command with VS Code before its feature is loaded.
	 *
	 * @param load called with each use; by the time it has settled, the feature has set the command's function.
	 * @param runsAgain whether the command, if it failed for lack of a gateway, runs again after the user has connected.
	 */
	declare(id: string, load: () => Promise<unknown>, runsAgain = false): vscode.Disposable {
		this.#loads.set(id, { load, runsAgain });
		return vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
			try {
				await this.#load(id, ...args);
			} catch (error) {
				if (!(error instanceof NotConnectedError)) await this.show(error);
			}
		});
	}

	/** Runs a command for a view that shows its error itself. @throws what the command throws, unless it is cancelled. */
	async run(name: CommandName): Promise<void> {
		try {
			await this.#load(commandIds[name]);
		} catch (error) {
			if (!(error instanceof NotConnectedError) && failureOf(error).reason !== "cancelled") throw error;
		}
	}

	/** Reports that the purpose of a command was achieved in another way. */
	ran(name: CommandName): void {
		this.#onDidRun.fire(name);
	}

	/** Sets the function of a declared command. */
	register(name: CommandName, run: RunCommand): vscode.Disposable {
		return this.#register(commandIds[name], run);
	}

	/** Sets the function of an action's command. */
	registerAction(action: Action, run: RunCommand): vscode.Disposable {
		return this.#register(actionCommand(action), run);
	}

	/**
	 * Runs an operation. If it fails, shows the error and repeats the operation if the user wants to, so that their input
	 * is not lost.
	 *
	 * @param ways the ways in which the operation can make room where the content does not fit.
	 */
	async attempt(run: CommandAttempt, ways: readonly MakingRoom[] = [], how?: MakingRoom): Promise<void> {
		try {
			await run(how);
		} catch (error) {
			await this.show(error, run, ways);
		}
	}

	/**
	 * Shows an error as one sentence with buttons: for another attempt, and for the first two actions that are commands.
	 * Ignores cancellation.
	 *
	 * @param again repeats the operation; absent where that makes no sense.
	 * @param ways the ways in which the operation can make room where the content did not fit.
	 */
	async show(error: unknown, again?: CommandAttempt, ways: readonly MakingRoom[] = []): Promise<void> {
		const failure = failureOf(error);
		if (failure.reason === "cancelled") return;
		logFailure(error, this.log);
		const isAgain = (action: FailureAction) =>
			action === "retry" || action === "continueElsewhere" || ways.some((way) => way === action);
		const actions = [
			...failure.actions.filter((action) => again && isAgain(action)),
			...failure.actions.filter(isCommandAction).slice(0, 2),
		];
		const label = (action: FailureAction) => inertName(actionLabel(action));
		const said = await notify("error", inertLine(this.redacted(failure.message)), ...actions.map(label));
		const chosen = actions.find((action) => label(action) === said);
		if (chosen === undefined) return;
		if (isCommandAction(chosen)) await vscode.commands.executeCommand(commandIds[commandOf[chosen]]);
		if (!again) return;
		const how = ways.find((way) => way === chosen);
		if (!showing.has(chosen)) await this.attempt(again, ways, how);
		// Shows the error again, so that the operation can still be repeated.
		else if (failure.actions.some(isAgain)) await this.show(error, again, ways);
	}

	async #load(id: string, ...args: readonly unknown[]): Promise<void> {
		const declared = this.#loads.get(id);
		await declared?.load();
		const run = this.#runs.get(id);
		if (!run) throw new Error(`No feature runs ${id}.`);
		await connected(async () => run(...args), declared?.runsAgain ?? false);
		this.#onDidRun.fire(id.replace("gatehouse.", ""));
	}

	#register(id: string, run: RunCommand): vscode.Disposable {
		this.#runs.set(id, run);
		return { dispose: () => void this.#runs.delete(id) };
	}
}
