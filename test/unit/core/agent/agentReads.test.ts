import assert from "node:assert/strict";
import { agentInstructions, agentTools } from "../../../../src/core/agent/agentTask";
import { plainPath } from "../../../../src/core/agent/tools/filePlace";
import { fittingPaths } from "../../../../src/core/agent/tools/listFilesTool";
import { cappedLines } from "../../../../src/core/agent/tools/toolResult";
import { Pauses } from "../../../../src/core/base/pauses";
import { textTokens } from "../../../../src/core/context/tokens/tokenEstimate";
import { agentLimits } from "../../../../src/shared/untrusted/limits";
import { AgentWorld, type Call, results } from "./agentWorld";
import { memoryCommands } from "./memoryCommands";
import { MemoryWorkspace } from "./memoryWorkspace";

describe("agent: read_file, search, list_files and get_problems", () => {
	it("reads a range of lines, and says where to read on", async () => {
		const long = Array.from({ length: 5000 }, (_, at) => `line ${at + 1}`).join("\n");
		const world = new AgentWorld({
			"a.ts": "1\n2\n3\n",
			"long.txt": long,
			"wide.txt": "x".repeat(500_000),
			"empty.txt": "",
		});
		const texts = await results(
			world,
			["read_file", { path: "a.ts", from: 2, to: "9" }],
			["read_file", { path: "long.txt" }],
			["read_file", { path: "a.ts", from: 7 }],
			["read_file", { path: "wide.txt" }],
			["read_file", { path: "empty.txt" }],
		);
		assert.equal(texts[0], "a.ts, lines 2 to 3 of 3:\n```\n2: 2\n3: 3\n```");
		const [, end] = /lines 1 to (\d+) of 5000/.exec(texts[1] ?? "") ?? [];
		assert.match(texts[1] ?? "", new RegExp(`read on from line ${Number(end) + 1}\\.`));
		assert.match(texts[2] ?? "", /only 3 lines/);
		assert.equal(texts[4], "empty.txt is empty.");
		assert.equal(agentLimits.readTokens, 4_000);
		for (const text of texts) assert.ok(textTokens(text) <= 4_060, `${textTokens(text)}`);
		assert.ok(textTokens(texts[1] ?? "") > 3_900, `${textTokens(texts[1] ?? "")}`);
	});

	it("finds lines whatever their case, in a folder or by a glob, and says what it left out", async () => {
		const many = "match\n".repeat(1000);
		const world = new AgentWorld({ "src/a.ts": "Match\n", "src/b.md": "match\n", "many.txt": many });
		const texts = await results(
			world,
			["search", { text: "match", path: "src" }],
			["search", { text: "match", glob: "*.md" }],
			["search", { text: "match", path: "src/a.ts" }],
			["search", { text: "match" }],
			["search", { text: "m.tch", regex: true }],
		);
		assert.equal(texts[0], "2 matches:\n```\nsrc/a.ts:1: Match\nsrc/b.md:1: match\n```");
		assert.equal(texts[1], "1 match:\n```\nsrc/b.md:1: match\n```");
		assert.equal(texts[2], "1 match:\n```\nsrc/a.ts:1: Match\n```");
		assert.match(texts[3] ?? "", /There are more matches/);
		assert.match(texts[4] ?? "", /^No matches\.\n\(Regular expressions are not available here/);
		assert.equal(agentLimits.resultTokens, 2_000);
		for (const text of texts) assert.ok(textTokens(text) <= 2_060, `${textTokens(text)}`);
	});

	it("sends only lines that it has checked, not what the search found on the disk", async () => {
		const world = new AgentWorld({ "a.ts": "key = removed in the editor\n\ufeffkey\r\n", "b.ts": "key\n" });
		const found = (path: string, line: number, text: string) => ({ path, line, text });
		const matches = [found("a.ts", 1, "key = hunter2"), found("a.ts", 2, "\ufeffkey\r"), found("b.ts", 1, "key")];
		Object.assign(world.workspace, { grep: async () => matches });
		const [text] = await results(world, ["search", { text: "key" }]);
		assert.ok(!text?.includes("hunter2"));
		assert.match(text ?? "", /b\.ts:1: key\n/);
		assert.match(text ?? "", /Matches in 1 file left out: they have unsaved changes/);
	});

	it("says that there may be more where the search has ended early", async () => {
		const world = new AgentWorld({ "a.ts": "key\n" });
		const grep = async () => Array.from({ length: 2_000 }, () => ({ path: "other.ts", line: 1, text: "key" }));
		Object.assign(world.workspace, { grep });
		const [text] = await results(world, ["search", { text: "key" }]);
		assert.match(text ?? "", /^No matches\.\n\(There are more matches/);
	});

	it("lists a tree without ignored and secret files", async () => {
		const world = new AgentWorld({ "src/a.ts": "", "src/deep/b.ts": "", ".env": "", "out/x.js": "" });
		world.workspace.ignored.add("out/x.js");
		const texts = await results(
			world,
			["list_files", {}],
			["list_files", { path: "src/deep" }],
			["list_files", { glob: "*.md" }],
		);
		assert.equal(
			texts[0],
			"2 files:\n```\nsrc/\n  a.ts\n  deep/\n    b.ts\n```\n(1 file left out: they may contain secrets.)",
		);
		assert.match(texts[1] ?? "", /^1 file:/);
		assert.equal(texts[2], "No files.");
	});

	it("leaves out the problems of ignored files, and those that quote a secret", async () => {
		const world = new AgentWorld({ "a.ts": "" });
		world.workspace.ignored.add("out/x.js");
		const problem = (message: string) => ({ line: 3, severity: "error", message }) as const;
		const token = "ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R";
		world.workspace.found = [
			{ path: "a.ts", problems: [problem(`Unknown word: ${token}`), problem("Bad.")] },
			{ path: "out/x.js", problems: [problem("Also bad.")] },
		];
		const [text] = await results(world, ["get_problems", {}]);
		assert.equal(text, "```\na.ts:3: error: Bad.\n```");
	});

	it("reports the problems of a file, a folder or the whole workspace, and none of missing paths", async () => {
		const files = { "a.ts": "", "b.ts": "", "src/c.ts": "", "src2/d.ts": "" };
		const problems = [{ line: 3, severity: "error", message: "Bad." }] as const;
		const problemsOf = async (...paths: readonly string[]) => {
			const world = new AgentWorld(files);
			world.workspace.found = Object.keys(files).flatMap((path) => (path === "b.ts" ? [] : { path, problems }));
			return results(world, ...paths.map((path): Call => ["get_problems", path === "" ? {} : { path }]));
		};
		const bad = (...paths: readonly string[]) =>
			`\`\`\`\n${paths.map((path) => `${path}:3: error: Bad.`).join("\n")}\n\`\`\``;
		const all = bad("a.ts", "src/c.ts", "src2/d.ts");
		assert.deepEqual(await problemsOf("", "b.ts"), [all, "No problems."]);
		assert.deepEqual(await problemsOf(".", "src", "src/"), [all, bad("src/c.ts"), bad("src/c.ts")]);
		assert.deepEqual(await problemsOf("/home/user/project", "/home/user/project/a.ts"), [all, bad("a.ts")]);
		assert.deepEqual(await problemsOf("c.ts", "../x.ts"), [
			"Error: There is no such file. Use list_files or search to find it.",
			"Error: Only problems of the workspace's files are reported.",
		]);
	});

	it("searches for single lines only, with either kind of search", async () => {
		const world = new AgentWorld({ "a.ts": "one\ntwo\n" });
		assert.deepEqual(await results(world, ["search", { text: "one\n" }], ["search", { text: "one\ntwo" }]), [
			"1 match:\n```\na.ts:1: one\n```",
			"Error: Only single lines are searched. Search for one of these lines.",
		]);
	});
});

describe("agent: rules of its tools", () => {
	it("has a fixed prompt of at most 1,500 tokens with all six tools", () => {
		const tools = agentTools(new MemoryWorkspace(), { write: async () => {} }, memoryCommands());
		assert.equal(tools.length, 6);
		const tokens =
			textTokens(agentInstructions) + textTokens(JSON.stringify(tools.map(({ definition }) => definition)));
		assert.ok(tokens <= 1_500, `${tokens} tokens`);
	});

	it("finds paths in the folder, even a Windows network folder, and recognizes those that lead out of it", () => {
		for (const folder of ["/home/user/project", "c:/project", "//server/share/project", "/", "c:/"]) {
			const inside = folder.endsWith("/") ? folder : `${folder}/`;
			for (const given of ["src/a.ts", "./src/a.ts", "src\\a.ts", "lib/../src/a.ts", `${inside}src/a.ts`])
				assert.equal(plainPath(folder, given), "src/a.ts", `${given} in ${folder}`);
			for (const given of ["", ".", "src/..", folder])
				assert.equal(plainPath(folder, given), "", `${given} in ${folder}`);
		}
		const share = "//server/share/project";
		assert.equal(plainPath(share, "../other/a.ts"), "//server/share/other/a.ts");
		assert.equal(plainPath(share, "\\\\other\\share\\a.ts"), "//other/share/a.ts");
		assert.equal(plainPath(share, "/server/share/project/a.ts"), "/server/share/project/a.ts");
		assert.equal(plainPath("/home/user/project", "//etc/passwd"), "/etc/passwd");
	});

	it("compares many paths with turns for everything else, however slow a glob is, and stops between them", async () => {
		let [now, inOneGo, most, tests] = [0, 0, 0, 0];
		const slow = (path: string) => {
			now += 100;
			most = Math.max(most, ++inOneGo);
			return ++tests > 0 && path.endsWith("1.ts");
		};
		let isDone = false;
		const turn = () => {
			inOneGo = 0;
			if (!isDone) setImmediate(turn);
		};
		turn();
		const paths = Array.from({ length: 30 }, (_, at) => `${at}.ts`);
		const { signal } = new AbortController();
		assert.deepEqual(await fittingPaths(paths, slow, signal, new Pauses(() => now)), ["1.ts", "11.ts", "21.ts"]);
		isDone = true;
		assert.equal(most, 1);
		tests = 0;
		const stop = new AbortController();
		const stopping = (path: string) => {
			if (path === "3.ts") stop.abort();
			return slow(path);
		};
		await assert.rejects(fittingPaths(paths, stopping, stop.signal, new Pauses(() => now)));
		assert.equal(tests, 4);
	});

	it("cuts a result to its tokens, and a first line that is longer", () => {
		const { lines, left } = cappedLines(["a b c", "d e f", "x ".repeat(5000)], 100);
		assert.deepEqual([lines.length, left], [2, 1]);
		const one = cappedLines(["x ".repeat(5000)], 100);
		assert.ok(textTokens(one.lines[0] ?? "") <= 100 && one.left === 0);
	});
});
