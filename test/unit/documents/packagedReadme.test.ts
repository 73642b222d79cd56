import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { packagedReadme } from "../../build/packagedReadme.js";

describe("packaged README", () => {
	it("has no pictures from the repository, and keeps those with an https: address", () => {
		const picture = "![elsewhere](https://example.org/a.png)";
		assert.equal(
			packagedReadme(`One.\n\n![here](media/a.png)\n\nTwo.\n\n${picture}\n`),
			`One.\n\nTwo.\n\n${picture}\n`,
		);
	});

	it("has only the text of links to files of the repository, and keeps other links", () => {
		assert.equal(packagedReadme("[guide](docs/guide.md), [licence](LICENSE)"), "guide, licence");
		for (const kept of ["[site](https://example.org)", "[below](#privacy)"]) assert.equal(packagedReadme(kept), kept);
	});

	it("is made from README.md, which has pictures and links of both kinds", () => {
		const source = readFileSync("README.md", "utf8");
		const packaged = packagedReadme(source);
		assert.match(source, /!\[[^\]]*\]\(media\//);
		assert.doesNotMatch(packaged, /\]\((?!https:|#)/);
		assert.ok(packaged.includes("| Package | What for | Licence |"));
	});
});
