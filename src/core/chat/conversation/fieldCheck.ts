/** Checks whether a value from outside has the type that its field requires. */
export type FieldCheck = (value: unknown) => boolean;

export const isText: FieldCheck = (value) => typeof value === "string";
export const isTextOrNull: FieldCheck = (value) => value === null || isText(value);
export const isNumber: FieldCheck = (value) => typeof value === "number" && Number.isFinite(value);

export const optionalField =
	(check: FieldCheck): FieldCheck =>
	(value) =>
		value === undefined || check(value);

export const listOf =
	(check: FieldCheck): FieldCheck =>
	(value) =>
		Array.isArray(value) && value.every(check);

export const oneOfValues =
	(values: readonly string[]): FieldCheck =>
	(value) =>
		values.some((one) => one === value);

/** Returns a check for objects with these fields; others, such as those of a later version, are allowed. */
export function having(fields: Readonly<Record<string, FieldCheck>>): FieldCheck {
	return (value) => isRecord(value) && Object.entries(fields).every(([name, fits]) => fits(value[name]));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
