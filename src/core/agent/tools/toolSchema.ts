import type { ToolDefinition } from "../../gateway/gateway";

/** A field of a tool's arguments, as a JSON schema. */
type Field = Readonly<Record<string, unknown>>;

/** Returns a field with a type, and a few words for the model where its name is not clear enough. */
export function schemaField(type: "string" | "integer" | "boolean", words?: string): Field {
	return words === undefined ? { type } : { type, description: words };
}

/** Returns a field for a list of objects, all of whose fields are required. */
export function listField(properties: Readonly<Record<string, Field>>): Field {
	return { type: "array", items: { type: "object", properties, required: Object.keys(properties) } };
}

/** Returns the definition of a tool. Its words are for the model, so not translated. */
export function toolDefinition(
	name: string,
	words: string,
	properties: Readonly<Record<string, Field>>,
	required: readonly string[] = [],
): ToolDefinition {
	const needed = required.length > 0 ? { required } : {};
	return { name, description: words, parameters: { type: "object", properties, ...needed } };
}
