import { setColumns } from "./tableColumns";

/** Number of rows per table body. A full body is not laid out again when the table grows, so a long table has many. */
const rows = 50;

/** Returns the body for a table's next row: the last one, or a new one after it. */
export function bodyWithRoom(table: HTMLTableElement): HTMLTableSectionElement {
	const last = table.tBodies.item(table.tBodies.length - 1);
	if (last && last.childElementCount < rows) return last;
	return table.createTBody();
}

/** Removes a table's last body, which is empty. */
export function removeBody(body: Element): void {
	const table = body.closest("table");
	body.remove();
	if (table?.tBodies.length === 1) setColumns(table);
}
