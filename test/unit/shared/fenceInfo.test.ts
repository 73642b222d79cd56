import assert from "node:assert/strict";
import { fenceInfo } from "../../../src/shared/fenceInfo";

describe("code block: the line that opens it", () => {
	const cases: [info: string, language: string, path: string][] = [
		["", "", ""],
		["ts", "ts", ""],
		[" TypeScript ", "typescript", ""],
		["c++", "c++", ""],
		["c#", "c#", ""],
		["typescript src/budget.ts", "typescript", "src/budget.ts"],
		["ts:src/budget.ts", "ts", "src/budget.ts"],
		['js title="src/my file.js"', "js", "src/my file.js"],
		["js {file=src/a.js}", "js", "src/a.js"],
		["python filename='tool.py'", "python", "tool.py"],
		["src/budget.ts", "ts", "src/budget.ts"],
		["budget.ts", "ts", "budget.ts"],
		["js {1,3-5}", "js", ""],
		["js showLineNumbers", "js", ""],
		["dockerfile docker/Dockerfile", "dockerfile", "docker/Dockerfile"],
		["{.python}", "python", ""],
	];
	for (const [info, language, path] of cases) {
		it(`reads ${JSON.stringify(info)}`, () => assert.deepEqual(fenceInfo(info), { language, path }));
	}
});
