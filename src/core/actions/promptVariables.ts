/** Something that a prompt asks the user for. */
export interface PromptInput {
	readonly name: string;
	/** What is said of it; may be empty. */
	readonly placeholder: string;
}

/** What the variables of a prompt stand for. */
export interface PromptValues {
	readonly selection: string;
	readonly file: string;
	/** By name. */
	readonly inputs: ReadonlyMap<string, string>;
}

const variable = /\$\{(?:(selection|selectedText)|(file)|input:([^}:\n]+)(?::([^}\n]*))?)\}/g;

/** Whether a prompt is about the selection, and whether it is about the file. */
export function promptUses(body: string): { readonly selection: boolean; readonly file: boolean } {
	const found = [...body.matchAll(variable)];
	return { selection: found.some(([, selection]) => selection), file: found.some(([, , file]) => file) };
}

/** What a prompt asks the user for, each once, in its order. */
export function promptInputs(body: string): readonly PromptInput[] {
	const inputs = new Map<string, PromptInput>();
	for (const [, , , name, placeholder = ""] of body.matchAll(variable)) {
		if (name !== undefined && !inputs.has(name)) inputs.set(name, { name, placeholder });
	}
	return [...inputs.values()];
}

/** A prompt with its variables filled in, once: what is filled in is not looked through again. */
export function fillPrompt(body: string, { selection, file, inputs }: PromptValues): string {
	return body.replaceAll(variable, (_, isSelection?: string, isFile?: string, name = "") =>
		isSelection ? selection : isFile ? file : (inputs.get(name) ?? ""),
	);
}
