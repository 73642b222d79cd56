import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { messageOf } from "../../core/base/errors";
import type { Clock, Log } from "../../core/base/ports";
import {
	type CompletionChoice,
	completionChoice,
	isOff,
	modeFor,
	withNewName,
} from "../../core/completions/completionChoice";
import { completionPrompt } from "../../core/completions/completionPrompt";
import { type CompletionRate, completionRate, type SharedRequests } from "../../core/completions/completionRate";
import { type CompletionQuestion, CompletionSession } from "../../core/completions/completionSession";
import { blockTokens, lineTokens } from "../../core/completions/measureCompletions";
import { SimilarPlaces } from "../../core/completions/similarPlaces";
import type { Connection } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelCatalog } from "../../core/connections/models/modelCatalog";
import type { CapabilityStore } from "../../core/gateway/capabilities/capabilityStore";
import { loggedError } from "../../core/gateway/errors/loggedError";
import { fillIn } from "../../core/gateway/fillIn/fillIn";
import type { CompletionCount } from "../../core/gateway/ledger/completionLedger";
import type { RequestLedger } from "../../core/gateway/ledger/requestLedger";
import type { ReportedLimits } from "../../core/gateway/limits/reportedLimits";
import type { Disposable } from "../../shared/disposable";
import { CompletedDocuments } from "./completedDocuments";
import { CompletedFiles } from "./completedFiles";
import { CompletionProvider } from "./completionProvider";
import type { CompletionSetting } from "./completionSetting";
import { createCompletionStatus, showCompletionState } from "./completionStatus";
import { type FindIndexed, indexedPlaces } from "./indexedPlaces";

/** The services for completing code. */
export interface CompletionWindowDeps {
	readonly connections: ConnectionStore;
	readonly keys: Pick<KeyStore, "onDidChange" | "version">;
	readonly catalog: ModelCatalog;
	readonly capabilities: CapabilityStore;
	readonly limits: ReportedLimits;
	readonly setting: CompletionSetting;
	/** Returns the globs of excluded files in a workspace folder. */
	excludes(folder: vscode.Uri): readonly string[];
	readonly ledger: Pick<RequestLedger, "completions">;
	readonly findIndexed: FindIndexed;
	readonly requests: SharedRequests;
	readonly clock: Clock;
	readonly log: Log;
}

/** The model that completes code now. */
interface Target {
	readonly connection: Connection;
	readonly choice: CompletionChoice;
	readonly session: CompletionSession;
}

/** The objects that listen to VS Code while completions are on. */
interface Active {
	readonly files: CompletedFiles;
	readonly provider: CompletionProvider;
}

/** Expected time of a model's first answer, in milliseconds. */
const usualTime = 700;

/** The completions of this window: which model makes them, for which documents, and what the status item shows. */
export class CompletionWindow implements Disposable {
	readonly #disposables = new Disposables();
	readonly #places = new SimilarPlaces();
	readonly #status = createCompletionStatus();
	#target: Target | undefined;
	/** Present only while completions are on. */
	#active: Active | undefined;
	/** The names of the gateways, by their addresses. */
	#names: ReadonlyMap<string, string>;
	/** The version of the key in use. */
	#keyVersion = 0;
	#failure: string | undefined;

	constructor(private readonly deps: CompletionWindowDeps) {
		const { setting, connections, keys, limits } = deps;
		this.#names = this.#currentNames();
		this.#disposables.add({ dispose: () => this.#status.dispose() });
		this.#disposables.add({ dispose: () => this.#stop() });
		const select = (selector: vscode.DocumentSelector) => {
			this.#status.selector = selector;
		};
		this.#disposables.add(new CompletedDocuments(select));
		this.#disposables.add(setting.onDidChange(() => this.#refreshAndAsk()));
		this.#disposables.add(connections.onDidChange(() => this.#connectionsChanged()));
		this.#disposables.add(keys.onDidChange(() => this.#resumeWithNewKey()));
		this.#disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#show()));
		this.#disposables.add(limits.onDidChange(() => this.#show()));
		this.#disposables.add(
			vscode.window.onDidChangeActiveTextEditor(() => {
				this.#show();
				this.#inBackground(this.#active?.provider.showLate());
			}),
		);
		this.#refresh();
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	/** Keeps the settings of a gateway that was renamed, and determines the model again. */
	#connectionsChanged(): void {
		const { setting, log } = this.deps;
		const before = this.#names;
		this.#names = this.#currentNames();
		this.#refreshAndAsk();
		for (const [href, name] of this.#names) {
			const moved = withNewName(setting.read(), before.get(href) ?? name, name);
			if (!moved) continue;
			setting.write(moved).catch((error: unknown) => {
				log.warn(`The completion settings of a renamed gateway could not be kept: ${loggedError(error)}`);
			});
			return;
		}
	}

	#currentNames(): ReadonlyMap<string, string> {
		return new Map(this.deps.connections.all().map(({ name, base }) => [base.href, name]));
	}

	/** Ends the pause after failures if the gateway in use has a new key. */
	#resumeWithNewKey(): void {
		if (!this.#target) return;
		const { connection, session } = this.#target;
		const version = this.deps.keys.version(connection.base.origin);
		if (version === this.#keyVersion) return;
		this.#keyVersion = version;
		session.resume();
		this.#failure = undefined;
		this.#show();
	}

	/**
	 * Determines the model again. If code at the cursor is completed now, but was not before, or was by another model,
	 * requests a completion: VS Code does not call the provider before the next keystroke.
	 */
	#refreshAndAsk(): void {
		const [before, wasTyping] = [this.#target?.session, this.#isTyping()];
		this.#refresh();
		if (!this.#isTyping() || !vscode.window.state.focused) return;
		if (!wasTyping || this.#target?.session !== before) this.#inBackground(this.#active?.provider.askAgain());
	}

	/** Returns whether code is completed while typing in the active editor. */
	#isTyping(): boolean {
		const document = vscode.window.activeTextEditor?.document;
		return document !== undefined && this.#rate(document.languageId).mode === "typing";
	}

	#inBackground(work: Promise<void> | undefined): void {
		work?.catch((error: unknown) => this.deps.log.warn(`No completion at the cursor: ${loggedError(error)}`));
	}

	/** Determines the model again; a session for the same model continues. */
	#refresh(): void {
		const { connections, setting } = this.deps;
		const connection = connections.current;
		const choice = connection && completionChoice(setting.read(), connection.name);
		const before = this.#target;
		if (!connection || !choice) this.#target = undefined;
		else {
			const isSame = before?.choice.model === choice.model && before.connection.base.href === connection.base.href;
			this.#target = { connection, choice, session: isSame ? before.session : this.#newSession(connection, choice) };
		}
		if (before?.session !== this.#target?.session) {
			before?.session.reset();
			this.#failure = undefined;
			this.#keyVersion = connection ? this.deps.keys.version(connection.base.origin) : 0;
		}
		if (!this.#target || isOff(this.#target.choice)) this.#stop();
		else this.#active ??= this.#start();
		this.#show();
	}

	#stop(): void {
		this.#target?.session.reset();
		this.#active?.provider.dispose();
		this.#active?.files.dispose();
		this.#active = undefined;
	}

	#start(): Active {
		const { clock, log } = this.deps;
		const onError = (error: unknown) => log.info(`No completions in a file: ${loggedError(error)}`);
		const files = new CompletedFiles(clock, (folder) => this.deps.excludes(folder), onError);
		const onAccept = () => {
			if (this.#target) this.#count(this.#target.connection, this.#target.choice.model, "accepted");
			this.#show();
		};
		const session = (document: vscode.TextDocument) => this.#sessionFor(document);
		return { files, provider: new CompletionProvider({ files, session, onAccept, clock }) };
	}

	#newSession(connection: Connection, { model }: CompletionChoice): CompletionSession {
		const session = new CompletionSession({
			clock: this.deps.clock,
			expected: usualTime,
			rate: (languageId) => this.#rate(languageId),
			mayAsk: (perMinute, signal) => this.deps.requests.add(connection.base.origin, perMinute, signal),
			count: (what) => this.#count(connection, model, what),
			fill: (question, signal, onCode) => this.#fill(connection, model, question, signal, onCode),
			onError: (error) => {
				this.#failure = messageOf(error);
				this.#show();
			},
		});
		session.onDidArrive((ask) => this.#inBackground(this.#active?.provider.show(ask)));
		return session;
	}

	#count({ base }: Connection, model: string, what: CompletionCount): void {
		this.deps.ledger.completions.count(model, new URL(base.href).host, what);
	}

	#sessionFor({ languageId }: vscode.TextDocument): CompletionSession | undefined {
		const isOn = vscode.workspace.isTrusted && this.#target && modeFor(this.#target.choice, languageId) !== "off";
		return isOn ? this.#target?.session : undefined;
	}

	#rate(languageId: string): CompletionRate {
		if (!this.#target || !vscode.workspace.isTrusted) return completionRate("off", []);
		const { choice, connection } = this.#target;
		return completionRate(modeFor(choice, languageId), this.deps.limits.current(connection.base.origin));
	}

	async #fill(
		connection: Connection,
		model: string,
		{ document, cursor, extent }: CompletionQuestion,
		signal: AbortSignal,
		onCode: (raw: string) => boolean,
	): Promise<string> {
		const { connections, catalog, capabilities } = this.deps;
		const can = capabilities.get(connection.base.href, model);
		const editor = vscode.window.activeTextEditor;
		// The user may have switched to another file.
		const files = editor?.document.uri.toString() === document ? this.#active?.files : undefined;
		const related = editor && files ? files.related(editor.document) : [];
		const edits = editor && files ? files.recentEdits(editor.document, editor.selection.active.line) : [];
		const { findIndexed: find, clock, log } = this.deps;
		const index = files && { find, files, clock, log };
		const indexed = editor && index ? await indexedPlaces(editor.document, cursor.before, index) : [];
		signal.throwIfAborted();
		const places = this.#places.find(cursor.before, [...related, ...indexed]);
		const { code, sources } = completionPrompt(cursor, catalog.contextLimit(connection, model), places, edits);
		const way = {
			rung: can.fillInRung ?? ("chat" as const),
			family: can.fillInFamily,
			reasoningSwitch: can.reasoningSwitch,
		};
		const request = {
			...{ model, way, code, sources },
			acceptsTemperature: can.temperature === true,
			maxTokens: extent === "line" ? lineTokens : blockTokens,
		};
		const answer = await fillIn(connections.open(connection, 0), request, signal, onCode);
		this.#failure = undefined;
		this.#show();
		return answer.code;
	}

	#show(): void {
		if (!this.#target) {
			showCompletionState(this.#status, { rate: this.#rate(""), ...noTarget }, this.deps.clock.now());
			return;
		}
		const { connection, choice } = this.#target;
		const state = {
			rate: this.#rate(vscode.window.activeTextEditor?.document.languageId ?? ""),
			model: choice.model,
			gateway: connection.name,
			failure: this.#failure,
		};
		showCompletionState(this.#status, state, this.deps.clock.now());
	}
}

const noTarget = { model: "", gateway: "" };
