import { setColumns } from "./tableColumns";

/**
 * Rows that one body of a table has. A body that is full is not laid out again when the table grows, so a long table has
 * many.
 */
const rows = 50;

/** The body that a table's next row goes into: its last one, or a new one behind it. */
export function bodyWithRoom(table: HTMLTableElement): HTMLTableSectionElement {
	const last = table.tBodies.item(table.tBodies.length - 1);
	if (last && last.childElementCount < rows) return last;
	const body = table.createTBody();
	if (table.tBodies.length === 2) setColumns(table);
	return body;
}

/** Takes a table's last body away, which has become empty. */
export function removeBody(body: Element): void {
	const table = body.closest("table");
	body.remove();
	if (table?.tBodies.length === 1) setColumns(table);
}
