import { hasFields } from "../../../shared/untrusted/ownField";
import { linearPattern, type MatchPattern, type StepBudget } from "./linearPattern";

/** Depth of schemas that are checked; arguments that need more do not fit. */
const deepest = 100;
/** Number of checks of a value against a schema; arguments that need more do not fit. */
const mostChecks = 100_000;
/** Number of steps of patterns that are followed to check the arguments of a call; those that need more do not fit. */
const mostSteps = 10_000_000;

type Rules = Readonly<Record<string, unknown>>;

/**
 * Returns whether a call's arguments fit the JSON schema of its tool: all of JSON Schema's rules for values except
 * `format`, `unevaluatedItems` and `unevaluatedProperties`, and references within the schema. A pattern that cannot be
 * matched in linear time, and a reference to elsewhere, are for the tool itself to check. Arguments that would take too
 * much to check do not fit.
 */
export function fitsSchema(value: unknown, schema: unknown): boolean {
	const check = new SchemaCheck(schema);
	return check.fits(value, schema, 0) && !check.isOver;
}

class SchemaCheck {
	#left = mostChecks;
	readonly #budget: StepBudget = { steps: mostSteps };
	readonly #patterns = new Map<string, MatchPattern | undefined>();
	/** Whether a limit was reached, after which no result counts. */
	isOver = false;

	constructor(private readonly root: unknown) {}

	fits(value: unknown, rules: unknown, depth: number): boolean {
		if (depth > deepest || --this.#left < 0) this.isOver = true;
		if (this.isOver || rules === false) return false;
		if (!hasFields(rules)) return true;
		if (value === null && rules.nullable === true) return true;
		return (
			this.#fitsReference(value, rules, depth + 1) &&
			fitsType(value, rules.type) &&
			fitsValues(value, rules) &&
			this.#fitsChoices(value, rules, depth + 1) &&
			(typeof value !== "string" || this.#fitsText(value, rules)) &&
			(typeof value !== "number" || fitsNumber(value, rules)) &&
			(!Array.isArray(value) || this.#fitsList(value, rules, depth + 1)) &&
			(Array.isArray(value) || !hasFields(value) || this.#fitsFields(value, rules, depth + 1))
		);
	}

	#fitsReference(value: unknown, { $ref }: Rules, depth: number): boolean {
		if (typeof $ref !== "string" || !($ref === "#" || $ref.startsWith("#/"))) return true;
		let target: unknown = this.root;
		for (const part of $ref.split("/").slice(1)) {
			const name = decoded(part);
			if (!hasFields(target) || !Object.hasOwn(target, name)) return true;
			target = target[name];
		}
		return this.fits(value, target, depth);
	}

	#fitsChoices(value: unknown, rules: Rules, depth: number): boolean {
		const fits = (each: unknown) => this.fits(value, each, depth);
		const { allOf, anyOf, oneOf, not } = rules;
		if (Array.isArray(allOf) && !allOf.every(fits)) return false;
		if (Array.isArray(anyOf) && !anyOf.some(fits)) return false;
		if (Array.isArray(oneOf) && oneOf.filter(fits).length !== 1) return false;
		if (not !== undefined && fits(not)) return false;
		if (rules.if === undefined) return true;
		const branch = fits(rules.if) ? rules.then : rules.else;
		return branch === undefined || fits(branch);
	}

	#fitsText(value: string, { minLength, maxLength, pattern }: Rules): boolean {
		if (typeof minLength === "number" || typeof maxLength === "number") {
			const length = [...value].length;
			if (length < atLeast(minLength) || length > atMost(maxLength)) return false;
		}
		return typeof pattern !== "string" || this.#matches(value, pattern) !== false;
	}

	/** Returns whether a pattern matches; `undefined` for one that cannot be matched. */
	#matches(text: string, pattern: string): boolean | undefined {
		if (!this.#patterns.has(pattern)) this.#patterns.set(pattern, linearPattern(pattern));
		const match = this.#patterns.get(pattern);
		const found = match?.(text, this.#budget);
		if (match && found === undefined) this.isOver = true;
		return found;
	}

	#fitsList(value: readonly unknown[], rules: Rules, depth: number): boolean {
		const { minItems, maxItems, uniqueItems, contains, minContains, maxContains } = rules;
		if (value.length < atLeast(minItems) || value.length > atMost(maxItems)) return false;
		if (uniqueItems === true && new Set(value.map(canonical)).size < value.length) return false;
		const isTuple = Array.isArray(rules.items);
		const first: readonly unknown[] = isTuple
			? (rules.items as readonly unknown[])
			: Array.isArray(rules.prefixItems)
				? rules.prefixItems
				: [];
		const others = isTuple ? rules.additionalItems : rules.items;
		if (!value.every((each, at) => this.fits(each, at < first.length ? first[at] : others, depth))) return false;
		if (contains === undefined) return true;
		const count = value.filter((each) => this.fits(each, contains, depth)).length;
		return count >= (typeof minContains === "number" ? minContains : 1) && count <= atMost(maxContains);
	}

	#fitsFields(value: Rules, rules: Rules, depth: number): boolean {
		const { required, properties, patternProperties, additionalProperties, propertyNames, dependentRequired } = rules;
		const has = (name: unknown) => typeof name !== "string" || Object.hasOwn(value, name);
		if (Array.isArray(required) && !required.every(has)) return false;
		const names = Object.keys(value);
		if (names.length < atLeast(rules.minProperties) || names.length > atMost(rules.maxProperties)) return false;
		if (hasFields(dependentRequired))
			for (const [name, needed] of Object.entries(dependentRequired))
				if (Object.hasOwn(value, name) && Array.isArray(needed) && !needed.every(has)) return false;
		const known = hasFields(properties) ? properties : {};
		const patterns = hasFields(patternProperties) ? Object.entries(patternProperties) : [];
		return names.every((name) => {
			if (propertyNames !== undefined && !this.fits(name, propertyNames, depth)) return false;
			const isKnown = Object.hasOwn(known, name);
			if (isKnown && !this.fits(value[name], known[name], depth)) return false;
			const found = patterns.map(([pattern, each]) => [this.#matches(name, pattern), each] as const);
			if (!found.every(([isFound, each]) => isFound !== true || this.fits(value[name], each, depth))) return false;
			// A pattern that cannot be matched may allow the name.
			return (
				isKnown || found.some(([isFound]) => isFound !== false) || this.fits(value[name], additionalProperties, depth)
			);
		});
	}
}

const atLeast = (limit: unknown): number => (typeof limit === "number" ? limit : 0);
const atMost = (limit: unknown): number => (typeof limit === "number" ? limit : Number.POSITIVE_INFINITY);

/** Returns a part of a reference as the name that it means. */
function decoded(part: string): string {
	let name = part;
	try {
		name = decodeURIComponent(part);
	} catch {
		// No encoding: the name itself.
	}
	return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

function fitsValues(value: unknown, rules: Rules): boolean {
	const text = Array.isArray(rules.enum) || Object.hasOwn(rules, "const") ? canonical(value) : undefined;
	if (Array.isArray(rules.enum) && !rules.enum.some((each) => canonical(each) === text)) return false;
	return !Object.hasOwn(rules, "const") || canonical(rules.const) === text;
}

/** Returns a value as JSON with its fields in order, so that equal values are equal texts. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, each: unknown) =>
		hasFields(each) && !Array.isArray(each)
			? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
			: each,
	);
}

function fitsNumber(value: number, rules: Rules): boolean {
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
	// In draft 4, the exclusive limits are flags.
	if (typeof minimum === "number" && (exclusiveMinimum === true ? value <= minimum : value < minimum)) return false;
	if (typeof maximum === "number" && (exclusiveMaximum === true ? value >= maximum : value > maximum)) return false;
	if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return false;
	if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) return false;
	if (typeof multipleOf !== "number" || multipleOf <= 0) return true;
	const quotient = value / multipleOf;
	return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function fitsType(value: unknown, type: unknown): boolean {
	const types = Array.isArray(type) ? type : [type];
	return type === undefined || types.some((each) => isOfType(value, each));
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
