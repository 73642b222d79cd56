/** Returns a TypeScript file of classes with methods, blocks in blocks, comments and templates; always the same for a length. */
export function manyBlocks(length: number): string {
	const parts = ['import { type Entry, type Log, sum } from "./ledger";\n'];
	for (let size = 0, number = 0; size < length; number++) {
		const part = ledgerClass(number);
		parts.push(part);
		size += part.length;
	}
	return parts.join("\n");
}

/** Returns a class that is longer than a chunk, with methods that fit into one. */
function ledgerClass(number: number): string {
	const methods = Array.from({ length: 2 + (number % 5) }, (_, index) => ledgerMethod(number, index));
	return `/** Keeps what branch ${number} took in and paid out. */
export class Ledger${number} {
	readonly #entries = new Map<string, Entry>();

	constructor(private readonly log: Log) {}

${methods.join("\n")}}
`;
}

function ledgerMethod(number: number, index: number): string {
	return `	/**
	 * Adds an amount to an entry of branch ${number}, unless the amount is unknown.
	 *
	 * @returns the total of all entries of kind ${index}.
	 */
	add${index}(id: string, amount: number | undefined): number {
		if (amount === undefined) {
			this.log.warn(\`Entry \${id} of branch ${number} has no amount; it is not counted.\`);
			return Number.NaN;
		}
		for (const [other, { total, kind }] of this.#entries) {
			if (other === id && kind === ${index}) {
				this.#entries.set(id, { kind, total: total + amount * ${number % 7}, changed: Date.now() });
				break;
			}
		}
		const counted = [...this.#entries.values()].filter(({ kind }) => kind === ${index});
		// A total that is too large is a mistake of whoever typed it in.
		return Math.min(1_000_000, sum(counted.map(({ total }) => (total > ${number} ? total / 100 : 0))));
	}
`;
}
