import * as vscode from "vscode";

/** The highlights of documents, which VS Code's API does not report. */
export interface Highlights {
	/** The first and the last highlighted line of a document, counted from 0; `undefined` if nothing is highlighted. */
	of(uri: vscode.Uri): readonly [first: number, last: number] | undefined;
	/** Resolves the next time that something is highlighted in a matching document. */
	next(fits: (uri: vscode.Uri) => boolean): Promise<readonly [first: number, last: number]>;
	/** Restores VS Code's own functions. */
	dispose(): void;
}

/** Records every highlight that is set or removed from now on. */
export function notedHighlights(): Highlights {
	const { window } = vscode;
	const { createTextEditorDecorationType, onDidChangeVisibleTextEditors } = window;
	const visible = Object.getOwnPropertyDescriptor(window, "visibleTextEditors") ?? {};
	const visibleEditors = (): readonly vscode.TextEditor[] => visible.get?.call(window) ?? [];
	const shown = new Map<string, { readonly uri: vscode.Uri; readonly range: vscode.Range }>();
	const waiting = new Set<(uri: vscode.Uri, range: vscode.Range) => void>();
	const noted = new WeakMap<vscode.TextEditor, vscode.TextEditor>();
	const linesOf = ({ start, end }: vscode.Range) => [start.line, end.line] as const;

	/** Returns an editor whose highlights are recorded. VS Code's own cannot be changed. */
	function noting(editor: vscode.TextEditor): vscode.TextEditor {
		const known = noted.get(editor);
		if (known) return known;
		const setDecorations: vscode.TextEditor["setDecorations"] = (type, ranges) => {
			editor.setDecorations(type, ranges);
			const { uri } = editor.document;
			for (const range of ranges) {
				if (!(range instanceof vscode.Range)) continue;
				shown.set(type.key, { uri, range });
				for (const look of waiting) look(uri, range);
			}
		};
		const made = Object.create(editor, { setDecorations: { value: setDecorations } }) as vscode.TextEditor;
		noted.set(editor, made);
		return made;
	}

	Object.assign(window, {
		createTextEditorDecorationType(options: vscode.DecorationRenderOptions) {
			const type = createTextEditorDecorationType(options);
			const dispose = () => {
				shown.delete(type.key);
				type.dispose();
			};
			return { key: type.key, dispose };
		},
		onDidChangeVisibleTextEditors: (listener: (editors: readonly vscode.TextEditor[]) => void) =>
			onDidChangeVisibleTextEditors((editors) => listener(editors.map(noting))),
	});
	Object.defineProperty(window, "visibleTextEditors", {
		configurable: true,
		get: () => visibleEditors().map(noting),
	});
	return {
		of(uri) {
			const found = [...shown.values()].find((one) => one.uri.toString() === uri.toString());
			return found && linesOf(found.range);
		},
		next: (fits) =>
			new Promise((resolve) => {
				const look = (uri: vscode.Uri, range: vscode.Range) => {
					if (!fits(uri)) return;
					waiting.delete(look);
					resolve(linesOf(range));
				};
				waiting.add(look);
			}),
		dispose() {
			Object.assign(window, { createTextEditorDecorationType, onDidChangeVisibleTextEditors });
			Object.defineProperty(window, "visibleTextEditors", visible);
		},
	};
}
