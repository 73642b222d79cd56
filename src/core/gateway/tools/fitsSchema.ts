import { hasFields } from "../../../shared/untrusted/ownField";
import { linearPattern, type MatchPattern, type StepBudget } from "./linearPattern";

/** Depth of schemas that are checked; arguments that need more do not fit. */
const deepest = 100;
/** Number of steps that the calls of one answer may take to check; those that need more do not fit. */
const mostSteps = 5_000_000;
/** Number of steps that the check of a value against the rules of a schema counts for, besides what it goes through. */
const stepsOfCheck = 5;

type Rules = Readonly<Record<string, unknown>>;

/** Returns the steps for the calls of one answer. */
export function checkBudget(): StepBudget {
	return { steps: mostSteps };
}

/**
 * Returns whether a call's arguments fit the JSON schema of its tool: all of JSON Schema's rules for values except
 * `format`, `unevaluatedItems` and `unevaluatedProperties`, and references within the schema. A pattern that cannot be
 * matched in linear time, and a reference to elsewhere, are for the tool itself to check. Arguments that would take too
 * much to check do not fit.
 *
 * @param budget is used up by the check; the calls of an answer share one.
 */
export function fitsSchema(value: unknown, schema: unknown, budget: StepBudget): boolean {
	const check = new SchemaCheck(schema, budget);
	return check.fits(value, schema, 0) && !check.isOver;
}

/** The values of an `enum`: those without fields, and the others as texts. */
interface Choices {
	readonly plain: ReadonlySet<unknown>;
	readonly others: ReadonlySet<string>;
}

class SchemaCheck {
	readonly #patterns = new Map<string, MatchPattern | undefined>();
	readonly #texts = new WeakMap<object, string>();
	readonly #choices = new WeakMap<readonly unknown[], Choices>();
	/** Whether a limit was reached, after which no result counts. */
	isOver = false;

	constructor(
		private readonly root: unknown,
		private readonly budget: StepBudget,
	) {}

	fits(value: unknown, rules: unknown, depth: number): boolean {
		if (rules === false) return false;
		if (!hasFields(rules)) return !this.isOver;
		if (depth > deepest) this.isOver = true;
		if (!this.#spend(stepsOfCheck)) return false;
		if (value === null && rules.nullable === true) return true;
		return (
			this.#fitsReference(value, rules, depth + 1) &&
			this.#fitsType(value, rules.type) &&
			this.#fitsValues(value, rules) &&
			this.#fitsChoices(value, rules, depth + 1) &&
			(typeof value !== "string" || this.#fitsText(value, rules)) &&
			(typeof value !== "number" || fitsNumber(value, rules)) &&
			(!Array.isArray(value) || this.#fitsList(value, rules, depth + 1)) &&
			(Array.isArray(value) || !hasFields(value) || this.#fitsFields(value, rules, depth + 1))
		);
	}

	/** Uses steps up; returns whether there were so many. */
	#spend(steps: number): boolean {
		this.budget.steps -= steps;
		if (this.budget.steps < 0) this.isOver = true;
		return !this.isOver;
	}

	#fitsReference(value: unknown, { $ref }: Rules, depth: number): boolean {
		if (typeof $ref !== "string" || !($ref === "#" || $ref.startsWith("#/"))) return true;
		if (!this.#spend($ref.length)) return false;
		let target: unknown = this.root;
		for (const part of $ref.split("/").slice(1)) {
			const name = decoded(part);
			if (!hasFields(target) || !Object.hasOwn(target, name)) return true;
			target = target[name];
		}
		return this.fits(value, target, depth);
	}

	#fitsType(value: unknown, type: unknown): boolean {
		if (type === undefined) return true;
		if (!Array.isArray(type)) return isOfType(value, type);
		return this.#spend(type.length) && type.some((each) => isOfType(value, each));
	}

	#fitsValues(value: unknown, rules: Rules): boolean {
		if (Array.isArray(rules.enum) && !this.#isAmong(value, rules.enum)) return false;
		if (!Object.hasOwn(rules, "const")) return true;
		if (!hasFields(value) || !hasFields(rules.const)) return value === rules.const;
		return this.#textOf(value) === this.#textOf(rules.const);
	}

	#isAmong(value: unknown, list: readonly unknown[]): boolean {
		let choices = this.#choices.get(list);
		if (!choices) {
			if (!this.#spend(list.length)) return false;
			const others = new Set(list.filter(hasFields).map((each) => this.#textOf(each)));
			choices = { plain: new Set(list.filter((each) => !hasFields(each))), others };
			this.#choices.set(list, choices);
		}
		if (!hasFields(value)) return choices.plain.has(value);
		return choices.others.size > 0 && choices.others.has(this.#textOf(value));
	}

	/** Returns a value as JSON with its fields in order, so that equal values are equal texts. */
	#textOf(value: object): string {
		let text = this.#texts.get(value);
		if (text === undefined) {
			text = JSON.stringify(value, (_, each: unknown) =>
				hasFields(each) && !Array.isArray(each)
					? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
					: each,
			);
			this.#texts.set(value, text);
			this.#spend(text.length);
		}
		return text;
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
		if (!this.#hasLength(value, atLeast(minLength), atMost(maxLength))) return false;
		return typeof pattern !== "string" || this.#matches(value, pattern) !== false;
	}

	/** A text's length counts its code points, of one or two units each. */
	#hasLength(text: string, least: number, most: number): boolean {
		if (text.length < least || text.length > 2 * most) return false;
		if (text.length >= 2 * least && text.length <= most) return true;
		if (!this.#spend(text.length)) return false;
		let length = 0;
		for (const _ of text) length++;
		return length >= least && length <= most;
	}

	/** Returns whether a pattern matches; `undefined` for one that cannot be matched. */
	#matches(text: string, pattern: string): boolean | undefined {
		if (!this.#patterns.has(pattern)) {
			if (!this.#spend(pattern.length)) return false;
			this.#patterns.set(pattern, linearPattern(pattern));
		}
		const match = this.#patterns.get(pattern);
		const found = match?.(text, this.budget);
		if (match && found === undefined) this.isOver = true;
		return found;
	}

	#fitsList(value: readonly unknown[], rules: Rules, depth: number): boolean {
		const { minItems, maxItems, uniqueItems, contains, minContains, maxContains } = rules;
		if (value.length < atLeast(minItems) || value.length > atMost(maxItems)) return false;
		if (!this.#spend(value.length)) return false;
		if (uniqueItems === true && this.#hasRepeated(value)) return false;
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

	#hasRepeated(list: readonly unknown[]): boolean {
		const plain = list.filter((each) => !hasFields(each));
		const others = list.filter(hasFields).map((each) => this.#textOf(each));
		return new Set(plain).size < plain.length || new Set(others).size < others.length;
	}

	#fitsFields(value: Rules, rules: Rules, depth: number): boolean {
		const { properties, patternProperties, additionalProperties, propertyNames } = rules;
		const names = Object.keys(value);
		if (names.length < atLeast(rules.minProperties) || names.length > atMost(rules.maxProperties)) return false;
		if (!this.#spend(names.length) || !this.#hasAll(value, rules.required)) return false;
		// Draft 7's `dependencies` are both.
		for (const dependent of [rules.dependentRequired, rules.dependentSchemas, rules.dependencies])
			if (hasFields(dependent) && !this.#fitsDependent(value, dependent, depth)) return false;
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

	#hasAll(value: Rules, names: unknown): boolean {
		if (!Array.isArray(names)) return true;
		if (!this.#spend(names.length)) return false;
		return names.every((name) => typeof name !== "string" || Object.hasOwn(value, name));
	}

	#fitsDependent(value: Rules, dependent: Rules, depth: number): boolean {
		const names = Object.keys(dependent);
		if (!this.#spend(names.length)) return false;
		return names.every((name) => {
			if (!Object.hasOwn(value, name)) return true;
			const needed = dependent[name];
			return Array.isArray(needed) ? this.#hasAll(value, needed) : this.fits(value, needed, depth);
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
