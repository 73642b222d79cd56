import { invalidField } from "./apiError";
import type { JsonObject } from "./requestBody";

/** @throws ApiError 400 if the field is missing, not a string, or empty. */
export function requiredString(body: JsonObject, name: string): string {
	const value = body[name];
	if (typeof value !== "string" || value === "") throw invalidField(name, `"${name}" must be a non-empty string.`);
	return value;
}

/** @throws ApiError 400 if the field is present and not a boolean. */
export function optionalBoolean(body: JsonObject, name: string, param = name): boolean {
	const value = body[name] ?? false;
	if (typeof value !== "boolean") throw invalidField(param, `"${param}" must be true or false.`);
	return value;
}

/** @throws ApiError 400 if the field is present and not a whole number above 0. */
export function optionalPositiveInteger(body: JsonObject, name: string): number | undefined {
	const value = body[name];
	if (value === undefined) return undefined;
	if (!Number.isInteger(value) || Number(value) <= 0) {
		throw invalidField(name, `"${name}" must be a positive integer.`);
	}
	return Number(value);
}

/** @throws ApiError 400 if the field is present and not a number from 0 to 1. */
export function optionalFraction(body: JsonObject, name: string): number | undefined {
	const value = body[name];
	if (value === undefined) return undefined;
	if (typeof value !== "number" || !(value >= 0 && value <= 1)) {
		throw invalidField(name, `"${name}" must be a number from 0.0 to 1.0.`);
	}
	return value;
}
