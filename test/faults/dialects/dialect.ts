import assert from "node:assert/strict";

/** One way in which a real server answers. Each kind of answer adds what it sends and what the client is to make of it. */
export interface Dialect {
	/** The server, and what it does differently; no two dialects of a table have the same name. */
	readonly name: string;
	/** The repository, or its issue or pull request, in which this was read: "owner/repo" or "owner/repo#number". */
	readonly source: string;
}

const sourceForm = /^[\w.-]+\/[\w.-]+(?:#\d+)?$/;

/** Throws unless each dialect has a name of its own and a source, and there are at least as many as are meant to be. */
export function assertDialects(dialects: readonly Dialect[], least: number): void {
	const names = dialects.map(({ name }) => name);
	const repeated = names.filter((name, at) => names.indexOf(name) !== at);
	assert.deepEqual(repeated, [], "names of more than one dialect");
	const unsourced = dialects.filter(({ source }) => !sourceForm.test(source)).map(({ name }) => name);
	assert.deepEqual(unsourced, [], "dialects without a source");
	assert.ok(dialects.length >= least, `${dialects.length} dialects of ${least}`);
}
