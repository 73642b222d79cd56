/**
 * Returns an object's own field by a name from outside, or `undefined`. An inherited property, such as `constructor`,
 * is not found.
 */
export function ownField<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
	return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Returns whether a value from outside has fields that can be read: it is an object or an array. */
export function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null;
}
