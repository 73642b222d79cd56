import assert from "node:assert/strict";
import { withoutIcons } from "../../../src/vscode/withoutIcons";

describe("a text in a list of VS Code's", () => {
	for (const [text, escaped] of [
		["$(document).ready(start)", "\\$(document).ready(start)"],
		["cd $(pwd) && make $(CC)", "cd \\$(pwd) && make \\$(CC)"],
		["$(sync~spin)", "\\$(sync~spin)"],
		["$(document.body) and $(git rev-parse HEAD)", "$(document.body) and $(git rev-parse HEAD)"],
	] as const) {
		it(`has no icon for ${text}, and no backslash that would show`, () => assert.equal(withoutIcons(text), escaped));
	}
});
