import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";
import { numberText } from "../../shared/text/numberText";
import { cutText } from "../../shared/untrusted/cutText";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { limits } from "../../shared/untrusted/limits";
import { createPick, type PickRow } from "../adapters/messages";
import { nameOf } from "../workspace/displayPath";

/** A symbol with the range of its whole definition. */
export interface FoundSymbol {
	readonly name: string;
	readonly container: string;
	readonly uri: vscode.Uri;
	readonly range: vscode.Range;
}

/** Returns a symbol's lines as a source. */
function symbolSource({ name, uri, range }: FoundSymbol): ContextSource {
	return { type: "lines", uri: uri.toString(), lines: [range.start.line + 1, range.end.line + 1], symbol: name };
}

/** Asks for a symbol: of the active file at first, of the whole workspace as the user types. */
export async function pickSymbol(editor: vscode.TextEditor | undefined): Promise<readonly ContextSource[]> {
	const pick = createPick<PickRow & { readonly symbol?: FoundSymbol }>();
	pick.placeholder = inertLine(vscode.l10n.t("Symbol to attach: type a part of its name"));
	pick.matchOnDescription = true;
	let latest = 0;
	const look = async (query: string) => {
		const mine = ++latest;
		pick.busy = true;
		const own = editor ? await documentSymbols(editor.document.uri) : [];
		const found = query === "" ? own : [...own, ...(await workspaceSymbols(query))];
		// The user has typed more, which started another query.
		if (mine !== latest) return;
		pick.busy = false;
		const rows = unique(found).map(rowOf);
		pick.items = own.length > limits.symbols ? [...rows, cutRow()] : rows;
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

function rowOf(symbol: FoundSymbol): PickRow & { readonly symbol: FoundSymbol } {
	const place = `${nameOf(symbol.uri)}:${symbol.range.start.line + 1}`;
	return {
		label: inertName(symbol.name),
		iconPath: new vscode.ThemeIcon("symbol-class"),
		description: inertLine([symbol.container, place].filter(Boolean).join(" · ")),
		symbol,
	};
}

/** Returns the separator below a list that is incomplete. */
function cutRow(): PickRow {
	const label = inertLine(vscode.l10n.t("There are more: only {0} symbols are listed", numberText(limits.symbols)));
	return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Returns a file's symbols, including nested ones, if a language extension provides any. */
async function documentSymbols(uri: vscode.Uri): Promise<readonly FoundSymbol[]> {
	const found = await vscode.commands.executeCommand<
		readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
	>("vscode.executeDocumentSymbolProvider", uri);
	return flatSymbols(uri, found ?? []);
}

/** Flattens nested symbols, each after its parent; returns one more than the limit to show that there are more. */
export function flatSymbols(
	uri: vscode.Uri,
	symbols: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[],
): readonly FoundSymbol[] {
	const found: FoundSymbol[] = [];
	// The nesting depth depends on another extension, so this uses a stack instead of recursion.
	const waiting = symbols.map((symbol) => ({ symbol, container: "" })).reverse();
	for (let next = waiting.pop(); next && found.length <= limits.symbols; next = waiting.pop()) {
		const { symbol, container } = next;
		const name = cutText(symbol.name, limits.nameLength);
		if ("location" in symbol) found.push({ name, container: symbol.containerName, uri, range: symbol.location.range });
		else {
			found.push({ name, container, uri, range: symbol.range });
			for (const child of symbol.children.toReversed()) waiting.push({ symbol: child, container: name });
		}
	}
	return found;
}

/**
 * Finds the workspace's symbols that match a query. The providers of workspace symbols report the range of the name,
 * not of the whole definition.
 */
export async function workspaceSymbols(query: string): Promise<readonly FoundSymbol[]> {
	const found = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>(
		"vscode.executeWorkspaceSymbolProvider",
		query,
	);
	return (found ?? [])
		.filter(({ location }) => vscode.workspace.getWorkspaceFolder(location.uri))
		.slice(0, 100)
		.map(({ name, containerName, location }) => ({
			name: cutText(name, limits.nameLength),
			container: containerName,
			uri: location.uri,
			range: location.range,
		}));
}

function unique(symbols: readonly FoundSymbol[]): readonly FoundSymbol[] {
	const byPlace = new Map(symbols.map((symbol) => [`${symbol.uri}:${symbol.range.start.line}:${symbol.name}`, symbol]));
	return [...byPlace.values()];
}
