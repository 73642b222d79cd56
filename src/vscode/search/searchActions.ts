import * as vscode from "vscode";
import type { Event } from "../../core/base/event";
import type { ContextSource } from "../../core/context/contextSource";
import { outcomeText } from "../../core/search/buildTexts";
import { indexReport } from "../../core/search/indexReport";
import type { ReadOnlyDocuments } from "../context/readOnlyDocuments";
import { placeSource } from "./codebaseSources";
import { revealChunk } from "./revealChunk";
import { pickFound } from "./searchPick";
import type { WorkspaceSearch } from "./workspaceSearch";

/** Builds the index, and says what came of it. */
export async function buildIndex(search: WorkspaceSearch): Promise<void> {
	const result = await search.build();
	if (!result || result.declined) return;
	void vscode.window.showInformationMessage(outcomeText(result, vscode.env.language));
}

interface FindDeps {
	readonly search: WorkspaceSearch;
	readonly onBeside: Event<void>;
	attach(source: ContextSource): Promise<void>;
	showPanel(): Thenable<unknown>;
	onError(error: unknown): void;
}

/** Has the user find a place, and opens it. Says when they want the index built instead. */
export async function findPlaces({
	search,
	onBeside,
	attach,
	showPanel,
	onError,
}: FindDeps): Promise<"build" | "done"> {
	const facts = await search.use();
	let added = false;
	const choice = await pickFound({
		search,
		facts,
		onBeside,
		onError,
		async addToChat({ chunk }) {
			await attach(await placeSource(chunk));
			added = true;
		},
	});
	if (choice.type === "build") return "build";
	if (choice.type === "open") {
		const { chunk, uri } = choice.place;
		const viewColumn = choice.beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
		const editor = await vscode.window.showTextDocument(uri, { viewColumn, preview: false });
		revealChunk(editor, chunk);
	}
	if (added) await showPanel();
	return "done";
}

/** Asks, and deletes the index. */
export async function deleteIndex(search: WorkspaceSearch): Promise<void> {
	if (!(await search.facts())) {
		void vscode.window.showInformationMessage(vscode.l10n.t("There is no index of this workspace."));
		return;
	}
	const remove = vscode.l10n.t("Delete It");
	const question = vscode.l10n.t(
		"Delete the index of this workspace? Your files stay as they are; to search by meaning again, all of them are sent anew.",
	);
	if ((await vscode.window.showWarningMessage(question, remove)) !== remove) return;
	await search.delete();
	void vscode.window.showInformationMessage(vscode.l10n.t("The index is deleted."));
}

/** Shows what stands in the index; where there is none, offers to build it. */
export async function showIndex(search: WorkspaceSearch, documents: ReadOnlyDocuments): Promise<"build" | "done"> {
	const facts = await search.use();
	if (!facts) {
		const build = vscode.l10n.t("Build the Index…");
		const sentence = vscode.l10n.t("There is no index of this workspace yet.");
		return (await vscode.window.showInformationMessage(sentence, build)) === build ? "build" : "done";
	}
	const text = indexReport(facts, {
		gatewayName: search.gatewayName,
		state: search.builder.state,
		language: vscode.env.language,
		refused: search.lastOutcome?.refused ?? [],
		refusal: search.lastOutcome?.refusal,
	});
	await documents.show(`${vscode.l10n.t("Index of This Workspace")}.md`, text);
	return "done";
}
