/** Minimum and maximum width of a column, in characters. Longer texts are wrapped, narrower columns are stretched. */
const [narrowest, widest] = [4, 24];

/**
 * Sets the column widths of a long table from the longest texts of its head and its first body, and lets those of a
 * short table follow their content. Otherwise every new row would cause all rows to be measured again.
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
