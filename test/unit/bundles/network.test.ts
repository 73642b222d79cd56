import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The only modules that use the network: the one for the gateway, and the connection check's test of name, port and certificate. */
const allowed = [
	"src/core/gateway/transport/gatewayFetch.ts",
	"src/vscode/adapters/certificateReader.ts",
	"src/vscode/adapters/networkProbe.ts",
	"src/vscode/adapters/proxyTunnel.ts",
];

/** Node's modules, and packages, that can reach a network. */
const reaching = /^(?:node:)?(?:https?|http2|net|tls|dgram|dns|dns\/promises|inspector|undici|ws)$/;

/** The calls with which a page or a host can make a request. */
const requests =
	/(?<![.\w])fetch\s*\(|\b(?:globalThis|window|self)\s*\.\s*fetch\b|\b(?:XMLHttpRequest|WebSocket|EventSource|WebTransport|RTCPeerConnection)\b|\bsendBeacon\b|\bimportScripts\b/;

interface Input {
	readonly imports: readonly { readonly path: string; readonly external?: boolean }[];
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");

/** The text of each of our source files without comments, by its path with slashes. */
const sources = readdirSync("src", { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
	.map((entry) => join(entry.parentPath, entry.name))
	.map((path) => ({ path: path.replaceAll("\\", "/"), code: withoutComments(readFileSync(path, "utf8")) }));

describe("bundles: the network", () => {
	it("is used from one place in our code", () => {
		const asking = sources.filter(({ code }) => requests.test(code)).map(({ path }) => path);
		assert.ok(
			asking.includes("src/core/gateway/transport/gatewayFetch.ts"),
			"the known place is not found, so that others would not be, either",
		);
		assert.deepEqual(
			asking.filter((path) => !allowed.includes(path)),
			[],
		);
	});

	for (const bundle of ["host", "webview"]) {
		it(`is out of reach for everything else in the ${bundle} bundle, including packages`, () => {
			const { inputs } = JSON.parse(readFileSync(`out/meta/${bundle}.json`, "utf8")) as {
				inputs: Readonly<Record<string, Input>>;
			};
			const reached = Object.entries(inputs).flatMap(([path, { imports }]) =>
				imports
					.filter((from) => from.external && reaching.test(from.path))
					.map((from) => `${path} imports ${from.path}`),
			);
			assert.deepEqual(
				reached.filter((line) => !allowed.some((path) => line.startsWith(`${path} `))),
				[],
			);
			assert.ok(Object.keys(inputs).length > 20);
		});
	}

	it("is closed to the page by its policy", () => {
		const page = sources.find(({ path }) => path === "src/vscode/chat/chatPage.ts") ?? assert.fail();
		assert.match(page.code, /default-src 'none'/);
		assert.doesNotMatch(page.code, /connect-src/);
	});

	it("is found by the patterns of this test", () => {
		for (const code of [
			"await fetch(url)",
			"globalThis.fetch(url)",
			"new WebSocket(url)",
			"navigator.sendBeacon(url)",
			"const send = globalThis.fetch;",
		]) {
			assert.match(code, requests);
		}
		for (const code of ["gatewayFetch(origin, key)", "client.fetch(x)", "fetch: async (input) => {}"]) {
			assert.doesNotMatch(code, requests);
		}
		for (const name of ["https", "node:net", "node:dns/promises", "undici"]) assert.match(name, reaching);
		assert.doesNotMatch("node:path", reaching);
	});
});
