import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { createPick, type PickRow } from "../adapters/messages";
import { nameOf } from "../pathToTell";

/** A symbol, and where all of it stands. */
export interface FoundSymbol {
	readonly name: string;
	readonly container: string;
	readonly uri: vscode.Uri;
	readonly range: vscode.Range;
}

/** A symbol's lines as a source. */
function symbolSource({ name, uri, range }: FoundSymbol): ContextSource {
	return { type: "lines", uri: uri.toString(), lines: [range.start.line + 1, range.end.line + 1], symbol: name };
}

/** Asks for a symbol: of the active file at first, of the whole workspace as one types. */
export async function pickSymbol(editor: vscode.TextEditor | undefined): Promise<readonly ContextSource[]> {
	const pick = createPick<PickRow & { readonly symbol: FoundSymbol }>();
	pick.placeholder = inertLine(vscode.l10n.t("Symbol to attach: type a part of its name"));
	pick.matchOnDescription = true;
	let latest = 0;
	const look = async (query: string) => {
		const mine = ++latest;
		pick.busy = true;
		const own = editor ? await documentSymbols(editor.document.uri) : [];
		const found = query === "" ? own : [...own, ...(await workspaceSymbols(query))];
		// Who typed on has asked anew.
		if (mine !== latest) return;
		pick.busy = false;
		pick.items = unique(found).map((symbol) => ({
			label: inertName(symbol.name),
			iconPath: new vscode.ThemeIcon("symbol-class"),
			description: inertLine(
				[symbol.container, `${nameOf(symbol.uri)}:${symbol.range.start.line + 1}`].filter(Boolean).join(" · "),
			),
			symbol,
		}));
	};
	const chosen = new Promise<FoundSymbol | undefined>((resolve) => {
		pick.onDidChangeValue((query) => void look(query));
		pick.onDidAccept(() => resolve(pick.selectedItems[0]?.symbol));
		pick.onDidHide(() => resolve(undefined));
	});
	pick.show();
	void look("");
	const symbol = await chosen;
	latest++;
	pick.dispose();
	return symbol ? [symbolSource(symbol)] : [];
}

/** The symbols of a file, nested ones too, where its language's extension knows any. */
async function documentSymbols(uri: vscode.Uri): Promise<readonly FoundSymbol[]> {
	const found = await vscode.commands.executeCommand<
		readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
	>("vscode.executeDocumentSymbolProvider", uri);
	const flat = (
		symbol: vscode.DocumentSymbol | vscode.SymbolInformation,
		container: string,
	): readonly FoundSymbol[] => {
		if ("location" in symbol)
			return [{ name: symbol.name, container: symbol.containerName, uri, range: symbol.location.range }];
		const { name, range, children } = symbol;
		return [{ name, container, uri, range }, ...children.flatMap((child) => flat(child, name))];
	};
	return (found ?? []).flatMap((symbol) => flat(symbol, ""));
}

/** The symbols of the workspace that fit a query. Their providers tell where a name stands; the file, where its body ends. */
export async function workspaceSymbols(query: string): Promise<readonly FoundSymbol[]> {
	const found = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>(
		"vscode.executeWorkspaceSymbolProvider",
		query,
	);
	return (found ?? [])
		.filter(({ location }) => vscode.workspace.getWorkspaceFolder(location.uri))
		.slice(0, 100)
		.map(({ name, containerName, location }) => ({
			name,
			container: containerName,
			uri: location.uri,
			range: location.range,
		}));
}

function unique(symbols: readonly FoundSymbol[]): readonly FoundSymbol[] {
	const byPlace = new Map(symbols.map((symbol) => [`${symbol.uri}:${symbol.range.start.line}:${symbol.name}`, symbol]));
	return [...byPlace.values()];
}
