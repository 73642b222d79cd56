/** Widths that a column may need, in characters. What is longer is broken, what is shorter is stretched. */
const [narrowest, widest] = [4, 24];

/**
 * Sets the columns of a long table by the longest texts of its head and its first body, and lets those of a short one
 * follow their contents. Otherwise every row that comes would have all of them measured again.
 */
export function setColumns(table: HTMLTableElement): void {
	table.querySelector(":scope > colgroup")?.remove();
	const isLong = table.tBodies.length > 1;
	table.classList.toggle("long", isLong);
	if (!isLong) return;
	const columns = document.createElement("colgroup");
	for (const [column, head] of [...(table.rows[0]?.cells ?? [])].entries()) {
		const cells = [...(table.tBodies[0]?.rows ?? [])].map((row) => row.cells[column]);
		const longest = [head, ...cells].reduce((most, cell) => Math.max(most, cell?.textContent.length ?? 0), 0);
		const col = document.createElement("col");
		col.style.width = `calc(${Math.min(widest, Math.max(narrowest, longest))}ch + 12px)`;
		columns.append(col);
	}
	table.prepend(columns);
}
