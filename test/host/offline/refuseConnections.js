// Refuses each connection of the extension host that is not to this machine. Adds a line for each attempt to the file
// GATEHOUSE_TEST_CONNECTIONS: "refused" or "allowed", and the host and port. A host is refused before its name is looked
// up. At the start, a request is made that must be among those that are refused.
import { appendFileSync } from "node:fs";
import { Socket } from "node:net";

const local = /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/i;
const { connect } = Socket.prototype;

/** Returns the target of a connection; `undefined` for a socket file. */
function targetOf(given) {
	// Node passes the arguments that it has normalized as one array.
	const [first, second] = Array.isArray(given[0]) ? given[0] : given;
	if (typeof first === "object" && first !== null) {
		if (typeof first.path === "string") return undefined;
		return { host: first.host ?? "localhost", port: first.port };
	}
	if (typeof first === "string" && Number.isNaN(Number(first))) return undefined;
	return { host: typeof second === "string" ? second : "localhost", port: first };
}

export function activate() {
	const file = process.env.GATEHOUSE_TEST_CONNECTIONS;
	if (!file) return;
	Socket.prototype.connect = function (...given) {
		const target = targetOf(given);
		if (target === undefined) return connect.apply(this, given);
		const { host, port } = target;
		const isLocal = local.test(host);
		appendFileSync(file, `${isLocal ? "allowed" : "refused"} ${host}:${port}\n`);
		if (isLocal) return connect.apply(this, given);
		const error = Object.assign(new Error(`offline: ${host}:${port}`), { code: "ENETUNREACH" });
		process.nextTick(() => this.destroy(error));
		return this;
	};
	fetch("http://192.0.2.1/planted").catch(() => undefined);
}
