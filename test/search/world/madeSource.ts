import { pick, seededRandom } from "../../faults/seededRandom";

const verbs = ["load", "parse", "merge", "send", "close", "count", "sort", "draw", "check", "split"];
const nouns = ["Order", "Budget", "Invoice", "Message", "Window", "Token", "Chapter", "Route", "Lock", "Sensor"];

/** Returns a TypeScript file of some functions, always the same for one number and different for each number. */
export function madeSource(number: number, functions = 6): string {
	return `import { log } from "./log";\n\n${Array.from({ length: functions }, (_, i) => madeFunction(number, i)).join("\n")}`;
}

/** Returns one of its functions, long enough to be a separate chunk. */
export function madeFunction(number: number, index: number, extra = ""): string {
	const random = seededRandom(number * 1000 + index);
	const [verb, noun] = [pick(verbs, random), pick(nouns, random)];
	const steps = Array.from(
		{ length: 6 },
		() => `\t${pick(verbs, random)}${pick(nouns, random)}(${noun.toLowerCase()}, ${Math.floor(random() * 1000)});`,
	);
	return `/** Would ${verb} the ${noun.toLowerCase()} that was given to file ${number}. */
export function ${verb}${noun}${number}x${index}(${noun.toLowerCase()}: ${noun}): void {
${steps.join("\n")}
	log("${verb} ${noun.toLowerCase()} ${number} ${index}");${extra}
}
`;
}
