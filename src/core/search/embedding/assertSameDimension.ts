import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";

/**
 * Checks that vectors have the dimension of those in the index, so that vectors of different models are never mixed.
 *
 * @param known the dimension of the index's vectors; 0 before the first.
 * @returns the common dimension.
 * @throws UserError when the dimensions differ.
 */
export function assertSameDimension(model: string, known: number, vectors: readonly Float32Array[]): number {
	const expected = known || (vectors[0]?.length ?? 0);
	const other = vectors.find(({ length }) => length !== expected);
	if (!other) return expected;
	throw new UserError(
		l10n.t(
			"{0} now returns embeddings with {1} dimensions, but those in the index have {2}. Delete the index and build it again.",
			model,
			other.length,
			expected,
		),
	);
}
