import { hasFields } from "../../../shared/untrusted/ownField";
import { costOfReading, linearPattern, type MatchPattern, type StepBudget } from "./linearPattern";

/** Maximum depth of schemas that are checked; arguments that need more do not fit. */
const deepest = 100;
/** Maximum number of steps to check the calls of one answer, each of some ten nanoseconds; others do not fit. */
const mostSteps = 50_000_000;
/** Number of steps for each field and each element that becomes part of a text. */
const costOfField = 200;
const costOfElement = 20;

type Rules = Readonly<Record<string, unknown>>;

/** The steps that are left to check the calls of one answer, and the patterns that were read for it. */
export interface CheckBudget extends StepBudget {
	readonly patterns: Map<string, MatchPattern | undefined>;
}

/** Returns the budget for the calls of one answer. */
export function checkBudget(): CheckBudget {
	return { steps: mostSteps, patterns: new Map() };
}

/** Thrown when no steps are left while a value is converted to a text. */
class OutOfSteps extends Error {}

/**
 * Returns whether a call's arguments fit the JSON schema of its tool. Checks all of JSON Schema's rules for values
 * except `format`, `unevaluatedItems` and `unevaluatedProperties`, and follows references within the schema. Patterns
 * that cannot be matched in linear time, and references to elsewhere, are left for the tool itself to check. Arguments
 * that would take too many steps to check do not fit.
 *
 * @param budget is used up by the check; the calls of an answer share one.
 */
export function fitsSchema(value: unknown, schema: unknown, budget: CheckBudget): boolean {
	const check = new SchemaCheck(schema, budget);
	return check.fits(value, schema, 0) && !check.isOver;
}

class SchemaCheck {
	readonly #texts = new WeakMap<object, string>();
	readonly #names = new WeakMap<object, readonly string[]>();
	readonly #choices = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();
	readonly #targets = new Map<string, { readonly rules: unknown }>();
	/** Whether a limit was reached, after which no result counts. */
	isOver = false;

	constructor(
		private readonly root: unknown,
		private readonly budget: CheckBudget,
	) {}

	fits(value: unknown, rules: unknown, depth: number): boolean {
		if (depth > deepest) this.isOver = true;
		if (!this.#spend(5) || rules === false) return false;
		if (!hasFields(rules)) return true;
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

	/** Uses up steps; returns whether enough were left. */
	#spend(steps: number): boolean {
		this.budget.steps -= steps;
		if (this.budget.steps < 0) this.isOver = true;
		return !this.isOver;
	}

	#fitsReference(value: unknown, { $ref }: Rules, depth: number): boolean {
		if (typeof $ref !== "string" || !($ref === "#" || $ref.startsWith("#/"))) return true;
		let target = this.#targets.get($ref);
		if (!target) {
			// Decoding is slow, because an invalid escape throws.
			if (!this.#spend($ref.length * costOfField)) return false;
			target = { rules: this.#targetOf($ref) };
			this.#targets.set($ref, target);
		}
		return this.fits(value, target.rules, depth);
	}

	/** Returns the rules that a reference names; `true` where there are none. */
	#targetOf(reference: string): unknown {
		let target: unknown = this.root;
		for (const part of reference.split("/").slice(1)) {
			const name = decoded(part);
			if (!hasFields(target) || !Object.hasOwn(target, name)) return true;
			target = target[name];
		}
		return target;
	}

	#fitsType(value: unknown, type: unknown): boolean {
		if (type === undefined) return true;
		if (!Array.isArray(type)) return isOfType(value, type);
		return this.#spend(type.length) && type.some((each) => isOfType(value, each));
	}

	#fitsValues(value: unknown, rules: Rules): boolean {
		if (Array.isArray(rules.enum) && !this.#isAmong(value, rules.enum)) return false;
		return !Object.hasOwn(rules, "const") || this.#keyOf(value) === this.#keyOf(rules.const);
	}

	#isAmong(value: unknown, list: readonly unknown[]): boolean {
		let choices = this.#choices.get(list);
		if (!choices) {
			choices = this.#keysOf(list);
			this.#choices.set(list, choices);
		}
		return choices.has(this.#keyOf(value));
	}

	/** Returns a key for each value of a list, until no steps are left. */
	#keysOf(list: readonly unknown[]): ReadonlySet<unknown> {
		const keys = new Set<unknown>();
		for (const each of list) {
			if (this.isOver) break;
			keys.add(this.#keyOf(each));
		}
		return keys;
	}

	/**
	 * Returns a key that equal values share. A number's key is a text, and all texts have a prefix: the hashes of
	 * numbers, and of texts that are numbers, are predictable, so values from outside could be chosen to make a set of
	 * them slow.
	 */
	#keyOf(value: unknown): unknown {
		if (hasFields(value)) return this.#textOf(value);
		if (typeof value === "string") return this.#spend(costOfElement + value.length) ? `s${value}` : "";
		return this.#spend(costOfElement) && typeof value === "number" ? `n${value}` : value;
	}

	/** Returns a value as JSON with its fields sorted, so that equal values give equal texts. */
	#textOf(value: object): string {
		let text = this.#texts.get(value);
		if (text === undefined) {
			try {
				text = JSON.stringify(value, (_, each: unknown) => this.#inOrder(each));
			} catch (error) {
				// A value that is too deep overflows the stack.
				if (!(error instanceof OutOfSteps || error instanceof RangeError)) throw error;
				this.isOver = true;
				text = "";
			}
			this.#texts.set(value, text);
		}
		this.#spend(text.length);
		return text;
	}

	/** Returns a value with its fields sorted. @throws OutOfSteps */
	#inOrder(value: unknown): unknown {
		const spend = (steps: number) => {
			if (!this.#spend(steps)) throw new OutOfSteps();
		};
		if (!hasFields(value)) {
			spend(costOfElement + (typeof value === "string" ? value.length : 0));
			return value;
		}
		if (Array.isArray(value)) return value;
		const names = Object.keys(value);
		spend(names.length * costOfField);
		return Object.fromEntries(names.sort().map((name) => [name, value[name]]));
	}

	/** Returns the names of an object's fields. They are read once for each object, but each check goes through them. */
	#namesOf(value: object): readonly string[] {
		let names = this.#names.get(value);
		if (!names) {
			names = Object.keys(value);
			this.#names.set(value, names);
			this.#spend(names.length * costOfElement);
		}
		this.#spend(names.length);
		return names;
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

	/** Returns whether a text's length is within limits, counted in code points of one or two UTF-16 units each. */
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
		const { patterns } = this.budget;
		if (!this.#spend(costOfElement)) return false;
		if (!patterns.has(pattern)) {
			if (!this.#spend(costOfReading)) return false;
			patterns.set(pattern, linearPattern(pattern));
		}
		const match = patterns.get(pattern);
		const found = match?.(text, this.budget);
		if (match && found === undefined) this.isOver = true;
		return found;
	}

	#fitsList(value: readonly unknown[], rules: Rules, depth: number): boolean {
		const { minItems, maxItems, uniqueItems, contains, minContains, maxContains } = rules;
		if (value.length < atLeast(minItems) || value.length > atMost(maxItems)) return false;
		if (!this.#spend(value.length)) return false;
		if (uniqueItems === true && this.#keysOf(value).size < value.length) return false;
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
		const { properties, patternProperties, additionalProperties, propertyNames } = rules;
		const names = this.#namesOf(value);
		if (names.length < atLeast(rules.minProperties) || names.length > atMost(rules.maxProperties)) return false;
		if (this.isOver || !this.#hasAll(value, rules.required)) return false;
		// In draft 7, `dependencies` has both forms.
		for (const dependent of [rules.dependentRequired, rules.dependentSchemas, rules.dependencies])
			if (hasFields(dependent) && !this.#fitsDependent(value, dependent, depth)) return false;
		const known = hasFields(properties) ? properties : {};
		const allowed = hasFields(patternProperties) ? patternProperties : {};
		const patterns = this.#namesOf(allowed);
		return names.every((name) => {
			if (propertyNames !== undefined && !this.fits(name, propertyNames, depth)) return false;
			const isKnown = Object.hasOwn(known, name);
			if (isKnown && !this.fits(value[name], known[name], depth)) return false;
			const found = patterns.map((pattern) => [this.#matches(name, pattern), allowed[pattern]] as const);
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
		return this.#namesOf(dependent).every((name) => {
			if (!Object.hasOwn(value, name)) return true;
			const needed = dependent[name];
			return Array.isArray(needed) ? this.#hasAll(value, needed) : this.fits(value, needed, depth);
		});
	}
}

const atLeast = (limit: unknown): number => (typeof limit === "number" ? limit : 0);
const atMost = (limit: unknown): number => (typeof limit === "number" ? limit : Number.POSITIVE_INFINITY);

/** Returns the name that a part of a reference means. */
function decoded(part: string): string {
	let name = part;
	try {
		name = decodeURIComponent(part);
	} catch {
		// Not percent-encoded: the name itself.
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
