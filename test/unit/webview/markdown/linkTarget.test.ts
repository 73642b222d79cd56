import assert from "node:assert/strict";
import { linkTarget } from "../../../../src/webview/markdown/placeLinks";

describe("markdown: a link's address", () => {
	it("is one of the web or of mail, written out in full", () => {
		assert.equal(linkTarget("https://example.org/a?b#c"), "https://example.org/a?b#c");
		assert.equal(linkTarget("HTTP://EXAMPLE.org"), "http://example.org/");
		assert.equal(linkTarget("mailto:someone@example.org"), "mailto:someone@example.org");
	});

	it("shows the real name of an address that looks like another one", () => {
		assert.match(linkTarget("https://ехample.org") ?? "", /^https:\/\/xn--/);
	});

	it("is nothing else", () => {
		const refused = [
			"",
			"src/a.ts",
			"/etc/passwd",
			"#top",
			"//example.org",
			"javascript:alert(1)",
			" JaVaScRiPt:alert(1)",
		];
		refused.push("command:workbench.action.quit", "vscode://x/y", "file:///etc/passwd", "data:text/html,x", "blob:x");
		for (const href of refused) assert.equal(linkTarget(href), undefined, href);
	});
});
