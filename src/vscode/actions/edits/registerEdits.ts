import type * as vscode from "vscode";
import { Disposables } from "../../../core/base/disposables";
import type { Commands } from "../../commands";
import { assertEditable } from "../assertEditable";
import type { LazyEditing } from "./lazyEditing";

interface EditsDeps {
	readonly commands: Commands;
	readonly editing: LazyEditing;
}

/** Registers the commands of the edit preview and the inline edit. */
export function registerEdits({ commands, editing }: EditsDeps): vscode.Disposable {
	const disposables = new Disposables();
	disposables.add(
		commands.register("editInline", async (options) =>
			(await editing.load()).editInline(instructionOf(options), () => assertEditable(options)),
		),
	);
	disposables.add(commands.register("acceptEdit", async () => (await editing.load()).accept()));
	disposables.add(commands.register("rejectEdit", async () => (await editing.load()).reject()));
	disposables.add(commands.register("acceptChange", async () => (await editing.load()).acceptChange()));
	disposables.add(commands.register("rejectChange", async () => (await editing.load()).rejectChange()));
	disposables.add(commands.register("regenerateEdit", async () => (await editing.load()).regenerate()));
	disposables.add(
		commands.register("followUpEdit", async (options) => (await editing.load()).followUp(instructionOf(options))),
	);
	return disposables;
}

/** Reads the instruction from a user's key binding, given as `"args": { "instruction": "Name things better." }`. */
function instructionOf(options: unknown): string | undefined {
	const given = typeof options === "object" && options !== null && "instruction" in options ? options.instruction : "";
	return typeof given === "string" && given.trim() !== "" ? given.trim() : undefined;
}
