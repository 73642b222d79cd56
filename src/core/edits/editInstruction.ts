import type { EditPlace } from "./locate/editPlace";

/** The instructions on the form of a model's answers. */
export interface EditInstruction {
	/** Precedes the conversation. */
	readonly form: string;
	/** The form to ask for after answers that could not be used. */
	readonly otherForm: string;
}

/** Returns the instruction on the form of the answer; for the model, so not translated. */
export function editInstruction({ text, path, start, count }: EditPlace): EditInstruction {
	const task =
		count === 0
			? `Your answer is put into ${path}, before line ${start + 1}.`
			: `Your answer replaces lines ${start + 1} to ${start + count} of ${path}, and nothing else of that file.`;
	return { form: `${task} ${form}`, otherForm: text.trim() === "" ? form : blocks };
}

/** Returns the instruction on the form of a new file. */
export function newFileInstruction(path: string): EditInstruction {
	return { form: `Your answer becomes the whole new file ${path}. ${form}`, otherForm: form };
}

const form =
	"Answer with that code in one fenced code block, and with nothing before or after it. Write every line of it out, those that stay the same too: no ellipsis, no placeholder, no line numbers, no lines from around it. Keep the indentation. If the code contains fences itself, use a longer fence around it.";

/** The form of a search-and-replace block. */
export const searchBlock = "<<<<<<< SEARCH\nold lines\n=======\nnew lines\n>>>>>>> REPLACE";

const blocks = `Answer with search-and-replace blocks and nothing else, each in the form below: the lines to change exactly as they are in the file, enough of them to occur only once, and then the lines that replace them.\n${searchBlock}`;

/**
 * Returns a question that is asked again because its answers could not be used; the text is different each time.
 *
 * @param reason why the last answer could not be used, as shown to the user.
 * @param count the number of answers that could not be used.
 */
export function questionAgain(question: string, reason: string, count: number, { otherForm }: EditInstruction): string {
	const answers = count === 1 ? "Your last answer to this" : `Your last ${count} answers to this`;
	return `${question}\n\n${answers} could not be used. The reason: ${reason}\n\n${otherForm}`;
}
