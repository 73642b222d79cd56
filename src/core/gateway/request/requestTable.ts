import type { RequestRecord } from "../ledger/requestLedger";

const columns = [
	"time",
	"operation",
	"method",
	"host",
	"model",
	"bytesOut",
	"bytesIn",
	"status",
	"milliseconds",
	"failure",
	"files",
	"requester",
] as const;

/** Returns the ledger as CSV (RFC 4180), oldest first: for a spreadsheet, or to verify what left the computer. */
export function requestTable(records: readonly RequestRecord[]): string {
	const rows = records.map((record) => [
		new Date(record.at).toISOString(),
		record.operation,
		record.method,
		record.host,
		record.model ?? "",
		record.bytesOut,
		record.bytesIn,
		record.status ?? "",
		record.duration ?? "",
		record.failure ?? "",
		(record.sources ?? []).join("; "),
		record.requester ?? "",
	]);
	return `${[columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** Quotes a cell where necessary; the name of a model or file must not become a spreadsheet formula. */
function cell(value: string | number): string {
	const text = String(value);
	const safe = /^[=+\-@\t]/.test(text) && typeof value === "string" ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
