// An MCP server over stdio, with one tool, for tests: `node server.js FILE`. The tool's description is the text of the
// file; when the text changes, the server announces the change.
import { readFileSync, watch } from "node:fs";
import { createInterface } from "node:readline";

const [, , file = ""] = process.argv;
const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const find = () => ({
	name: "find",
	description: readFileSync(file, "utf8"),
	inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
});

/** The results of the methods that a client calls. */
const methods = {
	initialize: ({ protocolVersion }) => ({
		protocolVersion,
		capabilities: { tools: { listChanged: true } },
		serverInfo: { name: "docs", version: "1.0.0" },
	}),
	ping: () => ({}),
	"tools/list": () => ({ tools: [find()] }),
	"tools/call": ({ arguments: given }) => ({
		content: [{ type: "text", text: `Found one page about ${given.query}.` }],
	}),
};

createInterface({ input: process.stdin })
	.on("line", (line) => {
		const { id, method, params = {} } = JSON.parse(line);
		// A notification has no id, and needs no answer.
		if (id === undefined) return;
		const answer = methods[method];
		if (answer) write({ id, result: answer(params) });
		else write({ id, error: { code: -32601, message: `There is no method ${method}.` } });
	})
	.on("close", () => process.exit());

watch(file, () => write({ method: "notifications/tools/list_changed" }));
