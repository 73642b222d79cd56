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
	// For the buttons in the editor's title, where VS Code wraps the label of a command that has a key binding.
	disposables.add(commands.register("acceptAll", async () => (await editing.load()).accept()));
	disposables.add(commands.register("rejectAll", async () => (await editing.load()).reject()));
	disposables.add(commands.register("submitInline", async (reply) => (await editing.load()).submitInline(reply)));
	disposables.add(commands.register("cancelInline", async () => (await editing.load()).cancelInline()));
	disposables.add(commands.register("acceptChange", async (thread) => (await editing.load()).acceptChange(thread)));
	disposables.add(commands.register("rejectChange", async (thread) => (await editing.load()).rejectChange(thread)));
	disposables.add(commands.register("nextChange", async () => (await editing.load()).goToChange("next")));
	disposables.add(commands.register("previousChange", async () => (await editing.load()).goToChange("previous")));
	disposables.add(commands.register("showAnswer", async () => (await editing.load()).showAnswer()));
	disposables.add(commands.register("reopenProposal", async () => (await editing.load()).reopen()));
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
