/**
 * Whether this is the long run (`npm run test:long`), which checks everything in every theme, repeats the kills, and has
 * the tests of slow and hostile surroundings.
 */
export const longRun = process.env.GATEHOUSE_LONG === "1";

/** Defines tests of the long run alone; a quicker suite shows what they assert in every run (see CONTRIBUTING). */
export function describeLong(title: string, tests: () => void): void {
	if (longRun) describe(title, tests);
}

/** Defines one test of the long run alone. */
export function itLong(title: string, test: () => Promise<void>): void {
	if (longRun) it(title, test);
}
