import type { Check } from "../../shared/rpc";
import { pageLimits } from "../../shared/untrusted/limits";

/** Checks of the arguments that the panel's page sends, which may be anything. */

export const isPageText: Check<string> = (value): value is string => fits(value, pageLimits.textLength);
export const isName: Check<string> = (value): value is string => fits(value, pageLimits.nameLength);
export const isPasted: Check<string> = (value): value is string => fits(value, pageLimits.pastedLength);
export const isPicture: Check<string> = (value): value is string => fits(value, pageLimits.pictureLength);
export const isSwitch: Check<boolean> = (value): value is boolean => typeof value === "boolean";
export const isCount: Check<number> = (value): value is number => Number.isInteger(value);
export const isUris: Check<readonly string[]> = (value): value is readonly string[] =>
	Array.isArray(value) && value.length <= pageLimits.uris && value.every(isName);

function fits(value: unknown, longest: number): boolean {
	return typeof value === "string" && value.length <= longest;
}
