import { firstToken } from "./fillInTokens";

/** A gap in code with only one right answer, which is in the text after it. */
export interface Sentinel {
	readonly before: string;
	readonly after: string;
	readonly answer: string;
}

const consonants = "bdfgklmnprstvz";
const vowels = "aeiou";

/**
 * Makes a gap whose answer is a new word each time, which a model can only know from the text after the gap. A model
 * that ignores this text, or whose gateway drops it, cannot answer.
 *
 * @param random returns a number from 0 to 1.
 */
export function newSentinel(random: () => number): Sentinel {
	const letter = (letters: string) =>
		letters[Math.min(letters.length - 1, Math.floor(random() * letters.length))] ?? "";
	const syllable = () => letter(consonants) + letter(vowels);
	const answer = `${syllable()}${syllable()}${syllable()}${syllable()}${Math.floor(random() * 90) + 10}`;
	return {
		before: '# The names of the servers.\nservers = {\n    "first": "',
		after: `",\n}\n\n# The first server is called ${answer}.\nassert servers["first"] == "${answer}"\n`,
		answer,
	};
}

/**
 * Returns whether an answer begins with the only right word, and goes on as code would: an answer that repeats the prompt
 * or its tokens begins with something else.
 */
export function answersSentinel(text: string, { answer }: Sentinel): boolean {
	const end = firstToken(text);
	const written = (end < 0 ? text : text.slice(0, end)).trimStart();
	const said = written.startsWith('"') ? written.slice(1) : written;
	return said.startsWith(answer) && !/^[\w-]/.test(said.slice(answer.length));
}
