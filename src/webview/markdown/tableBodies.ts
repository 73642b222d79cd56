/**
 * Rows that one body of a table has. A body that is full is not laid out again when the table grows, so a long table has
 * many.
 */
const rows = 50;

/** The body that a table's next row goes into: its last one, or a new one behind it. */
export function bodyWithRoom(table: HTMLTableElement): HTMLTableSectionElement {
	const last = table.tBodies.item(table.tBodies.length - 1);
	return last && last.childElementCount < rows ? last : table.createTBody();
}
