import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import { UserError } from "../../core/base/errors";
import type { Log } from "../../core/base/ports";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ModelCatalog } from "../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import type { CapabilityStore } from "../../core/gateway/capabilities/capabilityStore";
import type { EffortStore } from "../../core/gateway/capabilities/effortStore";
import { inertName } from "../../shared/untrusted/inertText";
import { type Commands, focusChat } from "../commands";
import { selection } from "../context/editorSources";
import { watchChanges } from "../workspace/changeWatch";
import type { ComposerServices } from "./composerServices";

interface ContextDeps {
	readonly commands: Commands;
	readonly gateways: {
		readonly connections: ConnectionStore;
		readonly catalog: ModelCatalog;
		readonly models: ModelChoice;
		readonly capabilities: CapabilityStore;
		readonly efforts: EffortStore;
	};
	readonly chat: Pick<
		ComposerServices,
		"context" | "attacher" | "documents" | "lastEditor" | "codebase" | "openFile" | "window"
	>;
	readonly log: Log;
}

/** Registers the commands that attach context and show the messages to send, and watches attachments for changes. */
export function registerContext({ commands, gateways, chat, log }: ContextDeps): vscode.Disposable {
	const { connections, catalog, models } = gateways;
	const { context, attacher, documents, lastEditor, codebase, openFile, window } = chat;
	const disposables = new Disposables();
	const showPanel = () => vscode.commands.executeCommand(focusChat);

	/** Returns whether the model accepts images, as far as known: a refusal is remembered. */
	function takesImages(): boolean {
		const connection = connections.current;
		const model = connection && models.current(connection);
		return !model || catalog.find(connection, model).images !== false;
	}

	async function attachSelection(): Promise<void> {
		const editor = vscode.window.activeTextEditor;
		if (!editor) throw new UserError(vscode.l10n.t("Open a file and select the code first."));
		await showPanel();
		await attacher.attach([selection(editor)]);
	}

	async function attachFiles(chosen: unknown, all: unknown): Promise<void> {
		const uris = (Array.isArray(all) ? all : [chosen]).filter((uri) => uri instanceof vscode.Uri);
		const active = vscode.window.activeTextEditor?.document.uri;
		const files = uris.length > 0 ? uris : active ? [active] : [];
		if (files.length === 0) throw new UserError(vscode.l10n.t("Open a file first: there is none to attach."));
		await showPanel();
		// Loaded on first use.
		const { uriSources } = await import("../context/pageUris");
		await attacher.attach(await uriSources(files));
	}

	async function showSentMessages(): Promise<void> {
		const connection = connections.required();
		models.required(connection);
		await context.prepareDraft();
		const planned = context.next();
		if (!planned) return;
		const { request } = planned;
		const counter = window()?.counter;
		if (!counter) return;
		// Loaded on first use.
		const { previewedBody, requestPreview } = await import("../../core/chat/request/requestPreview");
		const body = previewedBody(request, connection.base.href, gateways);
		const preview = requestPreview(body, counter, { at: Date.now(), language: vscode.env.language });
		await documents.showRendered(inertName(vscode.l10n.t("Preview Next Request")), preview);
	}

	disposables.add(commands.register("attachSelection", attachSelection));
	disposables.add(commands.register("attachFiles", attachFiles));
	disposables.add(
		commands.register("attachContext", async () => {
			// Loaded on first use.
			const { pickContext } = await import("../context/contextPick");
			const sources = await pickContext(lastEditor, takesImages(), codebase());
			if (sources.length === 0) return;
			await showPanel();
			await attacher.attach(sources);
		}),
	);
	disposables.add(commands.register("showSentMessages", showSentMessages));
	disposables.add(watchChanges(context.attached, log));
	disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(() => void context.attached.reconsider()));
	disposables.add(documents);
	disposables.add(openFile);
	return disposables;
}
