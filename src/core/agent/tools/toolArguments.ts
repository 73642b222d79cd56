import { hasFields } from "../../../shared/untrusted/ownField";
import { parseJson } from "../../../shared/untrusted/parseJson";
import { ToolError } from "../loop/agentTool";

/** The arguments of a call, as a model wrote them. */
type Given = Readonly<Record<string, unknown>>;

/** Returns a text; `undefined` when it is absent. @throws ToolError when it is something else. */
export function optionalText(given: Given, name: string): string | undefined {
	const value = own(given, name);
	if (value === undefined || value === null) return undefined;
	if (typeof value === "string") return value;
	throw new ToolError(`The argument "${name}" must be a string.`);
}

/** Returns a text that must be present and not blank. @throws ToolError */
export function requiredText(given: Given, name: string): string {
	const text = optionalText(given, name);
	if (text === undefined || text.trim() === "") throw new ToolError(`The argument "${name}" is missing.`);
	return text;
}

/**
 * Returns a whole number, also from a string of digits; `undefined` when it is absent.
 *
 * @param what the kind of number, for the error: "a line number".
 * @throws ToolError
 */
export function optionalInteger(given: Given, name: string, what: string): number | undefined {
	const value = own(given, name);
	if (value === undefined || value === null || value === "") return undefined;
	const number = typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
	if (typeof number === "number" && Number.isInteger(number) && number >= 0) return number;
	throw new ToolError(`The argument "${name}" must be ${what}.`);
}

/** Returns a boolean, also from the words `true` and `false`; false when it is absent. @throws ToolError */
export function optionalSwitch(given: Given, name: string): boolean {
	const value = own(given, name);
	if (value === undefined || value === null || value === false || value === "false" || value === "") return false;
	if (value === true || value === "true") return true;
	throw new ToolError(`The argument "${name}" must be true or false.`);
}

/** A search and its replacement. */
export interface GivenEdit {
	readonly search: string;
	readonly replace: string;
}

/**
 * Returns the edits of a call: a list, a single one, or either as JSON in a string, as some models write them;
 * `undefined` when there are none.
 *
 * @throws ToolError
 */
export function givenEdits(given: Given): readonly GivenEdit[] | undefined {
	const value = own(given, "edits");
	if (value === undefined || value === null) return undefined;
	const list = typeof value === "string" ? parsed(value) : value;
	const edits = Array.isArray(list) ? list : [list];
	return edits.map((edit: unknown) => {
		if (hasFields(edit) && typeof edit.search === "string" && typeof edit.replace === "string")
			return { search: edit.search, replace: edit.replace };
		throw new ToolError('The argument "edits" must be a list of objects with the strings "search" and "replace".');
	});
}

function parsed(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

function own(given: Given, name: string): unknown {
	return Object.hasOwn(given, name) ? given[name] : undefined;
}
