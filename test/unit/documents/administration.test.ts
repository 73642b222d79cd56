import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readConnectLink } from "../../../src/core/connections/setup/connectLink";

/** `npm test` runs in the project's folder. */
const text = readFileSync("docs/administration.md", "utf8");

/** The links of the badges, as a browser opens them. */
const badges = [...text.matchAll(/\[!\[Connect Gatehouse\]\([^)]+\)\]\(([^)]+)\)/g)].map(
	([, link = ""]) => new URL(link),
);

describe("documents: the badge of the administrators' guide", () => {
	const redirect = badges.find(({ protocol }) => protocol === "https:");

	it("connects to the gateway of the example beside it", () => {
		const [, json = ""] = /^(\{ "address": .*\})$/m.exec(text) ?? [];
		const links = badges.filter(({ protocol }) => protocol === "vscode:");
		assert.equal(links.length, 1);
		for (const { hostname, pathname, search } of links) {
			assert.equal(hostname, "gatehouse.gatehouse");
			assert.deepEqual(readConnectLink(pathname, search.slice(1)), JSON.parse(json));
		}
	});

	it("is the same by way of a page that may be linked to where links to VS Code are removed", () => {
		assert.equal(redirect?.origin, "https://vscode.dev");
		const [link] = badges.filter(({ protocol }) => protocol === "vscode:").map(String);
		assert.deepEqual([...redirect.searchParams], [["url", link]]);
	});
});
