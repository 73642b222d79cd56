/** One glob for several, as VS Code wants it; `undefined` for none. Its braces do not nest: those within are written out. */
export function oneGlob(globs: readonly string[]): string | undefined {
	const plain = [...new Set(globs.flatMap(withoutBraces))];
	return plain.length > 1 ? `{${plain.join(",")}}` : plain[0];
}

function withoutBraces(glob: string): readonly string[] {
	const [all, inner] = /\{([^{}]*)\}/.exec(glob) ?? [];
	if (all === undefined || inner === undefined) return [glob];
	return inner.split(",").flatMap((part) => withoutBraces(glob.replace(all, () => part)));
}
