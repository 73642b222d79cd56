/**
 * Whether this is the long run (`npm run test:long`), which looks at everything in every theme, repeats the kills, and has
 * the tests of slow and hostile surroundings.
 */
export const longRun = process.env.GATEHOUSE_LONG === "1";

/** Tests of the long run alone; what they assert, a quicker suite shows in every run, as CONTRIBUTING says. */
export function describeLong(title: string, tests: () => void): void {
	if (longRun) describe(title, tests);
}

/** One test of the long run alone. */
export function itLong(title: string, test: () => Promise<void>): void {
	if (longRun) it(title, test);
}
