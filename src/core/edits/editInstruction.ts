import type { EditPlace } from "./locate/editPlace";

/** Returns the instruction on the form of the answer; for the model, so not translated. */
export function editInstruction({ path, start, count }: EditPlace): string {
	const task =
		count === 0
			? `Your answer is put into ${path}, before line ${start + 1}.`
			: `Your answer replaces lines ${start + 1} to ${start + count} of ${path}, and nothing else of that file.`;
	return `${task} ${form}`;
}

/** Returns the instruction on the form of a new file. */
export function newFileInstruction(path: string): string {
	return `Your answer becomes the whole new file ${path}. ${form}`;
}

const form =
	"Answer with that code in one fenced code block, and with nothing before or after it. Write every line of it out, those that stay the same too: no ellipsis, no placeholder, no line numbers, no lines from around it. Keep the indentation.";
