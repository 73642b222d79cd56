import type { Operation } from "./operation";

/** The path of the file in which a gateway describes itself. */
export const wellKnownPath = "/.well-known/gatehouse.json";

/** Answers with the gateway's description of itself; no key is needed. Docs: docs/administration.md. */
export const describeGateway: Operation = async (exchange, { url, models, name, limits }) => {
	const known = await models.list();
	const ids = (kind: "chat" | "embedding") => known.flatMap((model) => (model.kind === kind ? [model.id] : []));
	exchange.sendJson(200, {
		name,
		keysPage: `${url}/keys`,
		models: { chat: ids("chat"), embedding: ids("embedding") },
		// A description cannot contain limits per second.
		limits: limits.flatMap(({ requests, period }) => (period === "second" ? [] : [{ requests, per: period }])),
		help: `${url}/`,
	});
};
