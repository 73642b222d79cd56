import { hasFields } from "../../../shared/untrusted/ownField";

/** Depth of schemas that are checked; deeper parts count as fitting. */
const deepest = 16;
/** Number of values that are checked; further ones count as fitting. */
const mostValues = 10_000;

/**
 * Returns whether a call's arguments fit the JSON schema of its tool, as far as types, required and unknown properties,
 * and lists of allowed values say. Other rules of JSON Schema are for the tool itself to check.
 */
export function fitsSchema(value: unknown, schema: unknown): boolean {
	let left = mostValues;
	const fits = (part: unknown, rules: unknown, depth: number): boolean => {
		if (!hasFields(rules) || depth > deepest || --left < 0) return true;
		const { type, required, properties, additionalProperties, items } = rules;
		const types = Array.isArray(type) ? type : [type];
		if (type !== undefined && !types.some((each) => isOfType(part, each))) return false;
		if (Array.isArray(rules.enum) && !rules.enum.some((each) => JSON.stringify(each) === JSON.stringify(part)))
			return false;
		if (Array.isArray(part)) return part.every((each) => fits(each, items, depth + 1));
		if (!hasFields(part)) return true;
		if (Array.isArray(required) && !required.every((name) => typeof name !== "string" || Object.hasOwn(part, name)))
			return false;
		const known = hasFields(properties) ? properties : {};
		return Object.entries(part).every(([name, each]) =>
			Object.hasOwn(known, name) ? fits(each, known[name], depth + 1) : additionalProperties !== false,
		);
	};
	return fits(value, schema, 0);
}

function isOfType(value: unknown, type: unknown): boolean {
	switch (type) {
		case "object":
			return hasFields(value) && !Array.isArray(value);
		case "array":
			return Array.isArray(value);
		case "integer":
			return Number.isInteger(value);
		case "null":
			return value === null;
		case "string":
		case "number":
		case "boolean":
			return typeof value === type;
		default:
			return true;
	}
}
