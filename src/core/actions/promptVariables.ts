/** An input that a prompt asks the user for. */
export interface PromptInput {
	readonly name: string;
	/** The placeholder of the input box; may be empty. */
	readonly placeholder: string;
}

/** The values of a prompt's variables. */
export interface PromptValues {
	readonly selection: string;
	readonly file: string;
	/** The user's inputs by name. */
	readonly inputs: ReadonlyMap<string, string>;
}

/** A variable and its position in a prompt. */
interface Variable {
	readonly start: number;
	readonly end: number;
	readonly meaning: "selection" | "file" | PromptInput;
}

/** Returns whether a prompt uses the selection, and whether it uses the file. */
export function promptUses(body: string): { readonly selection: boolean; readonly file: boolean } {
	const found = variablesIn(body);
	return {
		selection: found.some(({ meaning }) => meaning === "selection"),
		file: found.some(({ meaning }) => meaning === "file"),
	};
}

/** Returns the inputs that a prompt asks for, each once, in order of appearance. */
export function promptInputs(body: string): readonly PromptInput[] {
	const inputs = new Map<string, PromptInput>();
	for (const { meaning } of variablesIn(body)) {
		if (typeof meaning !== "string" && !inputs.has(meaning.name)) inputs.set(meaning.name, meaning);
	}
	return [...inputs.values()];
}

/** Replaces the variables of a prompt in one pass: variables in the inserted values are not replaced. */
export function fillPrompt(body: string, { selection, file, inputs }: PromptValues): string {
	const parts: string[] = [];
	let done = 0;
	for (const { start, end, meaning } of variablesIn(body)) {
		const value = meaning === "selection" ? selection : meaning === "file" ? file : (inputs.get(meaning.name) ?? "");
		parts.push(body.slice(done, start), value);
		done = end;
	}
	return [...parts, body.slice(done)].join("");
}

/** Finds `${selection}` or `${selectedText}`, `${file}`, `${input:name}` and `${input:name:placeholder}` in a prompt. */
function variablesIn(body: string): readonly Variable[] {
	const found: Variable[] = [];
	let line = -1;
	let close = -1;
	for (let start = body.indexOf("${"); start >= 0; ) {
		// Each character is searched for once, however many variables begin before it: this keeps the time linear.
		if (close < start) close = body.indexOf("}", start);
		if (line < start) line = body.indexOf("\n", start);
		if (close < 0) break;
		if (line < 0) line = body.length;
		const meaning = line < close ? undefined : variableOf(body.slice(start + 2, close));
		if (meaning) found.push({ start, end: close + 1, meaning });
		start = body.indexOf("${", meaning ? close + 1 : start + 2);
	}
	return found;
}

function variableOf(text: string): Variable["meaning"] | undefined {
	if (text === "selection" || text === "selectedText") return "selection";
	if (text === "file") return "file";
	if (!text.startsWith("input:")) return undefined;
	const start = "input:".length;
	const colon = text.indexOf(":", start);
	const end = colon < 0 ? text.length : colon;
	if (end === start) return undefined;
	const placeholder = text.slice(end + 1);
	return { name: text.slice(start, end), placeholder };
}
