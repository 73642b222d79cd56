import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sseChunk, sseDone } from "../../../gateway/endpoints/sseChunk";
import { testGatewayServices } from "../gateway/gatewayHarness";
import { afterBaseUrl, afterKey, afterModels, always, type BrokenSetup } from "./brokenSetup";
import { untimedClock } from "./doctorHarness";

const html = { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Welcome</title>" };

/** Setups that are broken in the gateway, or in HTTP on the way to it. */
export const brokenGateways: readonly BrokenSetup[] = [
	{
		name: "a web page answers at the address",
		breakIt: (server) => {
			server.script({ ...html, ...always });
			return {};
		},
		step: "baseUrl",
		type: "failed",
		cause: /answered with a web page, so it is probably not a gateway/,
		fix: /Connect again/,
		blocked: afterBaseUrl,
	},
	{
		name: "the address has a superfluous path",
		breakIt: (server) => {
			server.script({ ...html, ...always, match: ({ path }) => path.startsWith("/chat/") });
			return { address: `${server.url}/chat/v1` };
		},
		step: "baseUrl",
		type: "failed",
		cause: /does not answer at http:\S+\/chat\/v1, but at http:\S+\d\/v1/,
		fix: /Connect again, with the address http:\S+\d\/v1/,
		blocked: afterBaseUrl,
	},
	{
		name: "the gateway answers without /v1",
		breakIt: (server) => {
			server.script({
				...always,
				match: ({ path }) => path === "/v1/models",
				status: 404,
				json: { detail: "Not Found" },
			});
			server.script({ ...always, match: "/models", json: { data: [{ id: "m" }] } });
			return {};
		},
		step: "baseUrl",
		type: "failed",
		cause: /does not answer at http:\S+\d\/v1, but at http:\S+\d$/,
		fix: /Connect again, with the address http:\S+\d$/,
		blocked: afterBaseUrl,
	},
	{
		name: "a proxy on the way asks for a password",
		breakIt: (server) => {
			server.script({ ...always, status: 407, ...html });
			return {};
		},
		step: "baseUrl",
		type: "failed",
		cause: /A proxy on the network path asks for a user name and a password/,
		fix: /http\.proxy/,
		blocked: afterBaseUrl,
	},
	{
		name: "the address leads to another origin",
		breakIt: async (server) => {
			const other = createServer((_, response) => void response.end("{}"));
			await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
			const { port } = other.address() as AddressInfo;
			server.script({ ...always, status: 308, headers: { location: `http://127.0.0.1:${port}/v1/models` } });
			return { tidy: async () => void other.close() };
		},
		step: "baseUrl",
		type: "failed",
		cause: /redirects to http:\S+\. The key was not sent there/,
		fix: /Connect again/,
		blocked: afterBaseUrl,
	},
	{
		name: "the gateway is down behind its reverse proxy",
		breakIt: (server) => {
			server.script({ ...always, status: 502, body: "<html><body>502 Bad Gateway</body></html>" });
			return {};
		},
		step: "baseUrl",
		type: "failed",
		cause: /cannot answer right now \(status 502\)/,
		fix: /your gateway's administrator/,
		blocked: afterBaseUrl,
	},
	{
		name: "a key that the gateway does not know",
		breakIt: () => ({ readKey: async () => "sk-not-the-key" }),
		step: "key",
		type: "failed",
		cause: /does not know the key: it is mistyped, incomplete or deleted/,
		fix: /My keys.*Set API Key/,
		blocked: afterKey,
	},
	{
		name: "an expired key",
		breakIt: (server) => {
			// Some gateways say it only by a code.
			const error = { message: "Access denied", code: "token_expired" };
			server.script({ ...always, status: 401, json: { error } });
			return {};
		},
		step: "key",
		type: "failed",
		cause: /refuses the key: it has expired/,
		fix: /renew/,
		blocked: afterKey,
	},
	{
		name: "no key at all",
		breakIt: () => ({ readKey: async () => undefined }),
		step: "key",
		type: "failed",
		cause: /no API key/,
		fix: /Set API Key/,
		blocked: afterKey,
	},
	{
		name: "a key without models",
		breakIt: (server) => {
			server.script({ ...always, match: "/v1/models", json: { data: [] } });
			return {};
		},
		step: "models",
		type: "failed",
		cause: /offers no models/,
		fix: /allow models for this key/,
		blocked: afterModels,
	},
	{
		name: "a chosen model that is gone",
		breakIt: () => ({ model: "gone" }),
		step: "models",
		type: "warning",
		cause: /does not list the chosen model gone/,
		fix: /Select Model/,
		blocked: ["streaming", "tools"],
	},
	{
		name: "a chat model that fails",
		breakIt: (server) => {
			server.script({ ...always, match: "/v1/chat/completions", status: 500, json: { error: "out of memory" } });
			return {};
		},
		step: "chat",
		type: "failed",
		cause: /out of memory/,
		fix: /Check again in a few minutes/,
		blocked: ["streaming", "tools"],
	},
	{
		name: "a proxy that holds the answer back",
		breakIt: (server) => {
			const numbers = Array.from({ length: 20 }, (_, index) => sseChunk(`${index + 1} `)).join("");
			const data = numbers + sseChunk({}, "stop") + sseDone;
			server.script({ ...always, match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] });
			// Each reading of the clock is 400 ms later: otherwise an answer held back for 20 ms would go unnoticed.
			let time = Date.now();
			const now = () => {
				time += 400;
				return time;
			};
			return { gatewayServices: testGatewayServices({ clock: { ...untimedClock, now } }) };
		},
		step: "streaming",
		type: "warning",
		cause: /held back on the way and arrived all at once/,
		fix: /buffering/,
		blocked: [],
	},
	{
		name: "a gateway that does not stream",
		breakIt: (server) => {
			const json = { choices: [{ message: { content: "ready" }, finish_reason: "stop" }] };
			server.script({ ...always, match: "/v1/chat/completions", json });
			return {};
		},
		step: "streaming",
		type: "warning",
		cause: /does not stream/,
		fix: /turn on streaming/,
		blocked: [],
	},
	{
		name: "a model that calls no tools",
		// The demo gateway's model answers with text.
		breakIt: () => ({}),
		step: "tools",
		type: "warning",
		cause: /demo-chat did not call the tool/,
		fix: /choose another model/,
		blocked: [],
	},
	{
		name: "embeddings that are listed, but not offered",
		breakIt: (server) => {
			server.script({ ...always, match: "/v1/embeddings", status: 501 });
			return {};
		},
		step: "embedding",
		type: "failed",
		cause: /lists the embedding model demo-embed, but does not make embeddings \(status 501\)/,
		fix: /searching by meaning does not/,
		blocked: [],
	},
	{
		name: "a clock that is two hours behind",
		breakIt: () => ({
			gatewayServices: testGatewayServices({ clock: { ...untimedClock, now: () => Date.now() - 7_200_000 } }),
		}),
		step: "clock",
		type: "warning",
		cause: /clock is 2 hours behind/,
		fix: /Set this computer's clock/,
		blocked: [],
	},
];
