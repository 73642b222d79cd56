/** Minimum and maximum width of a column, in characters. Longer texts are wrapped, narrower columns are stretched. */
const [narrowest, widest] = [4, 24];

/** The space beside a cell's text, in characters. */
const space = 2;

/**
 * Sets the column widths of a long table from the longest texts of its head and its first body, and lets those of a
 * short table follow their content. Each body of a long table is laid out as a table of its own: otherwise, the whole
 * table would be laid out for every new row.
 */
export function setColumns(table: HTMLTableElement): void {
	const isLong = table.tBodies.length > 1;
	const head = [...(table.tHead?.rows[0]?.cells ?? [])];
	table.classList.toggle("long", isLong);
	for (const element of [table, ...head]) element.removeAttribute("style");
	if (isLong) {
		const widths = head.map((cell, column) => {
			const cells = [...(table.tBodies[0]?.rows ?? [])].map((row) => row.cells[column]);
			const longest = [cell, ...cells].reduce((most, one) => Math.max(most, one?.textContent.length ?? 0), 0);
			return space + Math.min(widest, Math.max(narrowest, longest));
		});
		const sum = widths.reduce((total, width) => total + width, 0);
		table.style.minWidth = `${sum}ch`;
		for (const [column, cell] of head.entries()) {
			const share = (100 * (widths[column] ?? 0)) / sum;
			// With `toPrecision`, because V8 keeps the texts of other fractions in a cache of 48 KB.
			cell.style.width = `${share.toPrecision(6)}%`;
		}
	}
	alignRows(
		table,
		[...table.tBodies].flatMap((body) => [...body.rows]),
	);
}

/** Gives the column widths of a long table's head to the first row of each body, and to no other row. */
export function alignRows(table: HTMLTableElement, rows: readonly Element[]): void {
	const isLong = table.tBodies.length > 1;
	const head = table.tHead?.rows[0]?.cells;
	for (const row of rows) {
		const aligned = isLong && !row.previousElementSibling;
		// Not by `children`, whose collection would be kept for each row.
		let column = 0;
		for (let cell = row.firstElementChild; cell; cell = cell.nextElementSibling) {
			const width = aligned ? head?.[column]?.style.width : undefined;
			if (width && cell instanceof HTMLElement) cell.style.width = width;
			else if (cell.hasAttribute("style")) cell.removeAttribute("style");
			column++;
		}
	}
}
