import assert from "node:assert/strict";

/** One way in which a real server answers. Each kind of answer adds the sent text and the expected result. */
export interface Dialect {
	/** The server, and its difference from others; unique in a table. */
	readonly name: string;
	/** The repository, or its issue or pull request, that is the source: "owner/repo" or "owner/repo#number". */
	readonly source: string;
}

const sourceForm = /^[\w.-]+\/[\w.-]+(?:#\d+)?$/;

/** Asserts that each dialect has a unique name and a source, and that there are at least the intended number. */
export function assertDialects(dialects: readonly Dialect[], least: number): void {
	const names = dialects.map(({ name }) => name);
	const repeated = names.filter((name, at) => names.indexOf(name) !== at);
	assert.deepEqual(repeated, [], "names of more than one dialect");
	const unsourced = dialects.filter(({ source }) => !sourceForm.test(source)).map(({ name }) => name);
	assert.deepEqual(unsourced, [], "dialects without a source");
	assert.ok(dialects.length >= least, `${dialects.length} dialects of ${least}`);
}
