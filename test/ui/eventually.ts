/** Milliseconds after which an assertion that does not hold fails. */
const limit = 60_000;

/** Makes an assertion again until it holds: what it is about comes a moment after what a test can wait for. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
	for (const end = Date.now() + limit; ; ) {
		try {
			return await assertion();
		} catch (error) {
			if (Date.now() > end) throw error;
		}
	}
}
