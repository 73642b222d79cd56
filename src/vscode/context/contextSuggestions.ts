import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";
import type { Suggestion } from "../../shared/chatProtocol";
import { fuzzyMatch } from "../../shared/fuzzyMatch";
import { displayPath, nameOf } from "../workspace/displayPath";
import type { LastEditor } from "../workspace/lastEditor";
import type { Attacher } from "./attacher";
import { openEditors, selection } from "./editorSources";
import { fileSource, folderSources } from "./filePicks";
import { problemFiles } from "./problems";
import { workspaceSymbols } from "./symbolPick";
import { terminalSelection } from "./terminalSelection";
import type { WorkspaceNames } from "./workspaceNames";

/** Maximum number of suggestions of each kind. */
const most = 20;

/** Finds the places in the workspace that match the text in the composer. */
export type CodebaseSearch = () => Promise<readonly ContextSource[]>;

interface Offer extends Suggestion {
	sources(): Promise<readonly ContextSource[]> | readonly ContextSource[];
}

/** The suggestions for `#` in the composer. */
export class ContextSuggestions {
	#latest = new AbortController();

	constructor(
		private readonly attacher: Pick<Attacher, "attach">,
		private readonly lastEditor: LastEditor,
		private readonly names: Pick<WorkspaceNames, "find">,
		/** Returns `undefined` where search is not available. */
		private readonly codebase: () => CodebaseSearch | undefined,
	) {}

	/**
	 * Returns the pieces of context that match the text typed after the `#`, the most likely first. Before anything is
	 * typed, these are `#file`, `#selection`, `#problems` and the others, then open and recent files.
	 */
	async suggestContext(query: string): Promise<readonly Suggestion[]> {
		const typed = query.trim();
		const fixed = fuzzyMatch(typed, this.#fixed(), ({ id, label }) => `${id} ${label}`);
		const begins = (text: string) => text.toLowerCase().startsWith(typed.toLowerCase());
		const [first, last] = [true, false].map((wanted) =>
			fixed
				.filter(({ id, label }) => (begins(id) || begins(label)) === wanted)
				.map(({ id, label, detail, icon }) => ({ id, label, detail: [`#${id}`, detail].join("  ").trim(), icon })),
		);
		// The suggestions requested before are no longer needed.
		this.#latest.abort();
		this.#latest = new AbortController();
		const { files, folders } = await this.names.find(typed, most, typed.length >= 2, this.#latest.signal);
		return [
			...(first ?? []),
			...files.map((uri) => suggestionOf(uri, "file")),
			...folders.map((uri) => suggestionOf(uri, "folder")),
			...(last ?? []),
		];
	}

	/** Returns the symbols that match. Requested last, because a language server is slow and cannot be cancelled. */
	async suggestSymbols(query: string): Promise<readonly Suggestion[]> {
		const symbols = await workspaceSymbols(query.trim());
		return symbols.slice(0, most).map(({ name, uri, range }) => ({
			id: `symbol:${range.start.line + 1}:${range.end.line + 1}:${encodeURIComponent(name.toWellFormed())}:${uri}`,
			label: name,
			detail: [displayPath(uri), range.start.line + 1].join(":"),
			icon: "symbol-class",
		}));
	}

	/** @throws UserError when the suggestion no longer exists or cannot be read. */
	async attachSuggested(id: string): Promise<void> {
		await this.attacher.attach(await this.#sourcesOf(id), "page");
	}

	async #sourcesOf(id: string): Promise<readonly ContextSource[]> {
		if (id.startsWith("file:")) return [fileSource(parse(id.slice("file:".length)))];
		if (id.startsWith("folder:")) return folderSources(parse(id.slice("folder:".length)));
		const [, first, last, symbol, uri] = /^symbol:(\d+):(\d+):([^:]*):(.+)$/s.exec(id) ?? [];
		if (symbol !== undefined && uri !== undefined)
			return [
				{
					type: "lines",
					uri: parse(uri).toString(),
					lines: [Number(first), Number(last)],
					symbol: decodeURIComponent(symbol),
				},
			];
		const offer = this.#fixed().find((fixed) => fixed.id === id);
		if (!offer) throw new UserError(vscode.l10n.t("That can no longer be attached."));
		return offer.sources();
	}

	#fixed(): readonly Offer[] {
		const { editor } = this.lastEditor;
		const selected = editor && !editor.selection.isEmpty ? editor : undefined;
		const codebase = this.codebase();
		const offers: (Offer | undefined)[] = [
			editor && {
				id: "file",
				label: vscode.l10n.t("Current File"),
				detail: displayPath(editor.document.uri),
				icon: "file",
				sources: () => [fileSource(editor.document.uri)],
			},
			selected && {
				id: "selection",
				label: vscode.l10n.t("Selection"),
				detail: displayPath(selected.document.uri),
				icon: "list-selection",
				sources: () => [selection(selected)],
			},
			problemFiles().length === 0
				? undefined
				: {
						id: "problems",
						label: vscode.l10n.t("Problems"),
						detail: "",
						icon: "warning",
						sources: () => [{ type: "problems", uri: null }],
					},
			codebase && {
				id: "codebase",
				label: vscode.l10n.t("Codebase"),
				detail: vscode.l10n.t("the places that match the question best"),
				icon: "search-sparkle",
				sources: codebase,
			},
			{
				id: "changes",
				label: vscode.l10n.t("Git Changes"),
				detail: "",
				icon: "git-compare",
				sources: () => [{ type: "changes" }],
			},
			vscode.window.activeTerminal && {
				id: "terminal",
				label: vscode.l10n.t("Terminal Selection"),
				detail: vscode.window.activeTerminal.name,
				icon: "terminal",
				sources: async () => [await terminalSelection()],
			},
			{ id: "editors", label: vscode.l10n.t("Open Editors"), detail: "", icon: "files", sources: openEditors },
		];
		return offers.filter((offer) => offer !== undefined);
	}
}

function suggestionOf(uri: vscode.Uri, icon: "file" | "folder"): Suggestion {
	return { id: `${icon}:${uri}`, label: nameOf(uri), detail: displayPath(uri), icon };
}

/** @throws UserError when the page sends an invalid URI. */
function parse(address: string): vscode.Uri {
	try {
		return vscode.Uri.parse(address, true);
	} catch (error) {
		throw new UserError(vscode.l10n.t("That can no longer be attached."), [], { cause: error });
	}
}
