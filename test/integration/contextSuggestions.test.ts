import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { systemClock } from "../../src/core/base/systemClock";
import { Attacher } from "../../src/vscode/context/attacher";
import { ContextSuggestions } from "../../src/vscode/context/contextSuggestions";
import { WorkspaceNames } from "../../src/vscode/context/workspaceNames";
import { LastEditor } from "../../src/vscode/workspace/lastEditor";
import { RecentFiles } from "../../src/vscode/workspace/recentFiles";
import { eventually } from "../ui/eventually";
import { until } from "./shownEdit";

/** A folder for this test only. */
const top = "named";
const files = [
	"MyClass.java",
	"readMe.MD",
	"Übersicht.md",
	"[slug]/{Page}.tsx",
	"Sources/Chat/ChatView.swift",
	"Sources/Other/chatView.swift",
	"Ignored/MyClass.class",
	"generated/KeptClass.java",
];
/** More files than any list has room for. */
const many = Array.from({ length: 3_000 }, (_, i) => `Many/deep${i % 30}/ClassOfMany${i}.ts`);

describe("context: # in the composer, in VS Code", () => {
	let folder: string;
	let lastEditor: LastEditor;
	let recent: RecentFiles;
	let names: WorkspaceNames;
	let suggestions: ContextSuggestions;
	before(async () => {
		const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
		folder = join(root, top);
		for (const path of [...files, ...many]) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(join(folder, path), "");
		}
		await writeFile(join(folder, ".gitignore"), "Ignored/\n");
		lastEditor = new LastEditor();
		const unused = undefined as unknown as ConstructorParameters<typeof Attacher>[0];
		recent = new RecentFiles();
		names = new WorkspaceNames(recent, systemClock);
		suggestions = new ContextSuggestions(new Attacher(unused, () => undefined), lastEditor, names, () => undefined);
	});
	after(async () => {
		lastEditor?.dispose();
		names?.dispose();
		recent?.dispose();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/** Returns the paths of the suggestions of one kind. */
	const suggested = async (query: string, icon = "file") => {
		const found = await suggestions.suggestContext(query);
		return found.filter((one) => one.icon === icon).map(({ detail }) => detail);
	};

	const cases: Readonly<Record<string, readonly string[]>> = {
		myclass: ["MyClass.java"],
		MYCLASS: ["MyClass.java"],
		README: ["readMe.MD"],
		übersicht: ["Übersicht.md"],
		ÜBERS: ["Übersicht.md"],
		"{page": ["[slug]/{Page}.tsx"],
		"[SLUG]/": ["[slug]/{Page}.tsx"],
		"sources/CHAT": ["Sources/Chat/ChatView.swift", "Sources/Other/chatView.swift"],
		"sources/chat/chat": ["Sources/Chat/ChatView.swift"],
		"myclass.class": [],
		mclsjv: ["MyClass.java"],
		srccht: ["Sources/Chat/ChatView.swift", "Sources/Other/chatView.swift"],
		MyClass: ["MyClass.java"],
	};
	for (const [query, expected] of Object.entries(cases)) {
		it(`#${query} finds ${expected.length === 0 ? "nothing that Git ignores" : expected.join(" and ")}`, async () => {
			const found = (await suggested(query)).filter((path) => path.startsWith(`${top}/`));
			assert.deepEqual(
				found.map((path) => path.slice(top.length + 1)),
				expected,
			);
		});
	}

	it("finds folders, whether the query is in upper or lower case", async () => {
		assert.deepEqual(await suggested("CHAT", "folder"), [`${top}/Sources/Chat`]);
		assert.deepEqual((await suggested("sources/", "folder")).sort(), [
			`${top}/Sources`,
			`${top}/Sources/Chat`,
			`${top}/Sources/Other`,
		]);
	});

	it("lists the best match first among thousands, whichever VS Code finds first", async () => {
		const found = await suggested("class");
		assert.equal(found.length, 20);
		assert.equal((await suggested("classofmany2999"))[0], `${top}/Many/deep29/ClassOfMany2999.ts`);
		assert.ok(
			found.includes(`${top}/MyClass.java`) || found.every((path) => /\/Class[^/]*$/i.test(path)),
			found.join(),
		);
	});

	it("leaves out the files that the workspace's search leaves out", async () => {
		const search = vscode.workspace.getConfiguration("search");
		await search.update("exclude", { "**/generated": true }, vscode.ConfigurationTarget.Global);
		try {
			assert.deepEqual(await suggested("keptclass"), []);
		} finally {
			await search.update("exclude", undefined, vscode.ConfigurationTarget.Global);
		}
		assert.deepEqual(await suggested("keptclass"), [`${top}/generated/KeptClass.java`]);
	});

	it("finds a file and a folder that were just created, and no longer those that were just deleted", async () => {
		await mkdir(join(folder, "fresh", "inner"), { recursive: true });
		await writeFile(join(folder, "fresh", "inner", "Newcomer.ts"), "");
		await eventually(async () => assert.deepEqual(await suggested("newcomer"), [`${top}/fresh/inner/Newcomer.ts`]));
		await rm(join(folder, "fresh"), { recursive: true });
		await eventually(async () => assert.deepEqual(await suggested("newcomer"), []));
	});

	it("begins with the current file, the selection and the problems, followed by open and recent files", async () => {
		const uri = vscode.Uri.file(join(folder, "Sources/Other/chatView.swift"));
		const other = vscode.Uri.file(join(folder, "Sources/Chat/ChatView.swift"));
		for (const one of [other, uri]) {
			const shown = await vscode.window.showTextDocument(one, { preview: true });
			// VS Code may report the active editor later than it shows it.
			await until(() => vscode.window.activeTextEditor?.document === shown.document || undefined);
		}
		const all = await suggestions.suggestContext("");
		assert.deepEqual([all[0]?.id, all[0]?.detail], ["file", `#file  ${top}/Sources/Other/chatView.swift`]);
		const listed = all.filter(({ id }) => id.startsWith("file:")).map(({ detail }) => detail);
		assert.deepEqual(listed.slice(0, 2), [`${top}/Sources/Other/chatView.swift`, `${top}/Sources/Chat/ChatView.swift`]);
		assert.equal((await suggestions.suggestContext("file"))[0]?.id, "file");
		assert.equal((await suggested("chatview"))[0], `${top}/Sources/Other/chatView.swift`, "the open file comes first");
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
	});

	it("stops a query as soon as another one comes", async () => {
		const [first, second] = await Promise.all([suggested("class"), suggested("readme")]);
		assert.deepEqual(first, []);
		assert.deepEqual(
			second,
			[`${top}/readMe.MD`, "README.md"].sort((a, b) => a.length - b.length),
		);
	});
});
