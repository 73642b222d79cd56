import * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { createThreads, type Threads } from "../../adapters/messages";
import { vscodeSetting } from "../../workspace/vscodeSettings";
import { askAtTop, InstructionBox, leaveQuickInput } from "./instructionBox";
import { completeInstruction, type NamesSource } from "./instructionCompletions";
import { RangeHighlight } from "./preview/rangeHighlight";

/** The comment controller's id, which key bindings and menus test for. */
const controllerId = "gatehouse-inline";

/** Time limit for opening the box and for moving the focus into it, on a busy machine too, in milliseconds. */
const openingTime = 10_000;

/** The scheme of notebook cells, in which VS Code does not focus comment threads. */
const cellScheme = "vscode-notebook-cell";

/** A request for an instruction. */
export interface InstructionRequest {
	readonly editor: vscode.TextEditor;
	/** The lines that the instruction is about. */
	readonly range: vscode.Range;
	/** The label shown above the box, such as "Edit lines 9–16 with demo-chat". */
	readonly label: string;
	/** The title and the question of the quick input that takes the box's place where VS Code does not focus it. */
	readonly title: string;
	readonly prompt: string;
}

/** An instruction that was sent. */
interface SentInstruction {
	readonly text: string;
	/**
	 * The box, still open and focused, for the caller to close: if the file had the focus, another Enter would replace
	 * the selection.
	 */
	readonly box: InstructionBox;
}

/** Asks for instructions beside the code: in an empty comment thread below it, one at a time. */
export class InlineInput implements vscode.Disposable {
	readonly #disposables = new Disposables();
	#threads: Threads | undefined;
	/** Ends the current question; `undefined` while there is none. */
	#answer: ((instruction?: string) => void) | undefined;
	#box: InstructionBox | undefined;
	/** The question whose box is being opened and focused. */
	#opening: InstructionRequest | undefined;
	/** Resolves when the last box has opened. */
	#opened: Promise<unknown> = Promise.resolve();

	/** @param names the names of the workspace's files, offered after `#`. */
	constructor(private readonly names: NamesSource) {}

	/**
	 * @returns `undefined` when the user cancels, or if the same question is already being opened, as by a repeated key.
	 */
	async ask(request: InstructionRequest): Promise<SentInstruction | undefined> {
		const { editor, range } = request;
		if (this.#opening?.editor === editor && this.#opening.range.isEqual(range)) return undefined;
		this.#opening = request;
		try {
			return await this.#askAfterLast(request);
		} finally {
			if (this.#opening === request) this.#opening = undefined;
		}
	}

	async #askAfterLast(request: InstructionRequest): Promise<SentInstruction | undefined> {
		const { editor, range, label } = request;
		const { document } = editor;
		this.#answer?.();
		// A box closed before it has opened may stay on the screen, and its document would be mistaken for that of the next
		// box.
		await this.#opened;
		if (this.#opening !== request) return undefined;
		this.#box?.close();
		const canOpen = vscodeSetting("comments", "visible", true) && document.uri.scheme !== cellScheme;
		const threads = this.#source();
		const opened = canOpen ? boxOpened() : Promise.resolve(undefined);
		this.#opened = opened;
		const asked = new Disposables();
		asked.add(new RangeHighlight(document, range));
		const place = besideCursor(editor, range);
		const cursor = new MovedCursor(editor, place.end);
		let end: (instruction?: string) => void = () => {};
		const answered = new Promise<string | undefined>((resolve) => {
			end = (instruction) => {
				if (this.#answer === end) this.#answer = undefined;
				// The next question is about the current selection, which must be restored before.
				cursor.restore();
				resolve(instruction);
			};
			asked.add(vscode.workspace.onDidCloseTextDocument((closed) => closed === document && end()));
		});
		this.#answer = end;
		const isAsked = () => this.#answer === end;
		const options = { label: inertLine(label), contextValue: "input", canReply: true };
		const thread = canOpen ? threads.create(document.uri, place, options) : undefined;
		const collapsing = asked.add(onCollapse(thread, () => end()));
		let box = new InstructionBox(thread);
		this.#box = box;
		let text: string | undefined;
		try {
			const focused = canOpen && (await Promise.race([isFocused(cursor, opened, isAsked), answered.then(() => true)]));
			if (this.#opening === request) this.#opening = undefined;
			if (focused || !isAsked()) {
				text = await answered;
			} else {
				collapsing.dispose();
				await box.leave();
				editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
				const top = askAtTop(inertLine(request.title), inertLine(request.prompt));
				box = top.box;
				this.#box = box;
				text = await Promise.race([top.answered, answered]);
			}
			return text === undefined ? undefined : { text, box };
		} finally {
			end();
			asked.dispose();
			if (text === undefined) {
				await opened;
				await box.leave();
			}
		}
	}

	/**
	 * Ends the question with the text of the box. Resolves when the box is closed, because VS Code empties the box and
	 * moves the focus out of it as soon as the command has ended.
	 *
	 * @param reply what VS Code passes to the box's commands.
	 */
	async submit(reply: unknown): Promise<void> {
		const text = typeof reply === "object" && reply !== null && "text" in reply ? reply.text : "";
		const instruction = typeof text === "string" ? text.trim() : "";
		this.#answer?.(instruction === "" ? undefined : instruction);
		await this.#box?.closed;
	}

	/** Ends the question without an instruction; if one was sent and the box is still open, cancels that request. */
	async cancel(): Promise<void> {
		if (this.#answer) this.#answer();
		else if (!(await this.#box?.cancel())) await leaveQuickInput();
	}

	dispose(): void {
		this.#answer?.();
		this.#box?.close();
		this.#disposables.dispose();
	}

	#source(): Threads {
		if (!this.#threads) {
			const example = vscode.l10n.t("What should change? / for actions, # for files");
			this.#threads = this.#disposables.add(createThreads(controllerId, inertName(example)));
			this.#disposables.add(completeInstruction(controllerId, this.names));
		}
		return this.#threads;
	}
}

/**
 * Returns the lines below which the box is shown: the range, or the cursor's line if the end of the range is not
 * visible.
 */
function besideCursor({ selection, visibleRanges }: vscode.TextEditor, range: vscode.Range): vscode.Range {
	const { line } = selection.active;
	const last = Math.max(range.end.line, line);
	const isVisible = visibleRanges.some(({ start, end }) => start.line <= last && last < end.line);
	return isVisible
		? new vscode.Range(Math.min(range.start.line, line), 0, last, 0)
		: new vscode.Range(line, 0, line, 0);
}

/** The cursor of an editor, moved temporarily. */
class MovedCursor {
	#before: readonly vscode.Selection[] | undefined;
	readonly #moved: vscode.Selection;

	constructor(
		private readonly editor: vscode.TextEditor,
		place: vscode.Position,
	) {
		this.#moved = new vscode.Selection(place, place);
	}

	/** Whether the user has switched to another document. */
	get isElsewhere(): boolean {
		const active = vscode.window.activeTextEditor?.document;
		return active !== undefined && active !== this.editor.document;
	}

	/** Moves it, unless the selection already ends in that line. */
	move(): void {
		const { selection, selections } = this.editor;
		if (selection.end.line === this.#moved.end.line) return;
		this.#before = selections;
		this.editor.selection = this.#moved;
	}

	/** Restores all previous selections, unless the selection has changed in the meantime. */
	restore(): void {
		const before = this.#before;
		this.#before = undefined;
		const [only, ...others] = this.editor.selections;
		if (before && others.length === 0 && only?.isEqual(this.#moved)) this.editor.selections = before;
	}
}

/**
 * Moves the focus into the box; returns whether that succeeded. VS Code focuses the comment thread whose range ends on
 * the line in which the selection ends, so the cursor is moved there temporarily.
 *
 * @param isAsked returns whether the box's question still awaits its answer; otherwise, the box must not take the
 * focus.
 */
async function isFocused(cursor: MovedCursor, opened: Promise<unknown>, isAsked: () => boolean): Promise<boolean> {
	// Until the box is open, the focus would stay in the file, and typed text would replace the selection.
	if (!(await opened) || !isAsked()) return false;
	// The box waits until the user comes back.
	if (cursor.isElsewhere) return true;
	const focused = within(
		vscode.window.onDidChangeActiveTextEditor,
		(editor) => editor?.document.uri.scheme === "comment",
	);
	cursor.move();
	try {
		try {
			await vscode.commands.executeCommand("workbench.action.focusCommentOnCurrentLine");
		} finally {
			cursor.restore();
		}
		if (!isAsked()) return false;
		await vscode.commands.executeCommand("widgetNavigation.focusNext");
	} catch {
		return false;
	}
	return vscode.window.activeTextEditor?.document.uri.scheme === "comment" || (await focused) !== undefined;
}

/**
 * Calls back when a thread is collapsed, for example with VS Code's own button in the box. There is no event for the
 * thread's state, so the state is checked on every event that closing the box causes.
 */
function onCollapse(thread: vscode.CommentThread | undefined, run: () => void): vscode.Disposable {
	const look = () => {
		if (thread?.collapsibleState === vscode.CommentThreadCollapsibleState.Collapsed) run();
	};
	return vscode.Disposable.from(
		vscode.window.onDidChangeActiveTextEditor(look),
		vscode.window.onDidChangeTextEditorSelection(look),
		vscode.window.onDidChangeTextEditorVisibleRanges(look),
	);
}

/** Returns the document of the next box that opens. */
function boxOpened(): Promise<vscode.TextDocument | undefined> {
	return within<vscode.TextDocument>(
		vscode.workspace.onDidOpenTextDocument,
		({ uri }) => uri.scheme === "comment" && uri.authority === controllerId,
	);
}

/** Returns the first matching value of an event; `undefined` if there is none within the time limit. */
function within<T>(event: vscode.Event<T>, fits: (value: T) => boolean): Promise<T | undefined> {
	return new Promise((resolve) => {
		const end = (value?: T) => {
			clearTimeout(timer);
			listening.dispose();
			resolve(value);
		};
		const timer = setTimeout(end, openingTime);
		const listening = event((value) => {
			if (fits(value)) end(value);
		});
	});
}
