import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ChangedFile } from "../../src/core/agent/changes/changeSet";
import { ChangeReview } from "../../src/vscode/agent/changeReview";
import { closeEditors } from "./editors";

describe("agent: the tabs of a review", () => {
	const bytes = (text: string) => new TextEncoder().encode(text);
	const file = (path: string): ChangedFile => ({
		...{ path, before: bytes("before"), now: bytes("now") },
		steps: [],
	});
	const [budget, chores] = [file("budget.ts"), file("chores.js")];
	const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
	const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
	let review: ChangeReview;
	/** Otherwise, VS Code uses the tab for the next editor. */
	const keepTab = () => vscode.commands.executeCommand("workbench.action.keepEditor");
	const showAll = async (task: string) => {
		await review.showAll(task, folder(), [budget, chores]);
		await keepTab();
	};
	const showOne = async (task: string) => {
		await review.showOne(task, folder(), budget);
		await keepTab();
	};

	beforeEach(async () => {
		await closeEditors();
		review = new ChangeReview(() => {});
	});
	afterEach(async () => {
		review.dispose();
		await closeEditors();
	});

	it("are closed when their task has no changes left, even if VS Code has restored them", async () => {
		await showAll("one");
		await showOne("one");
		// As after a reload, when nothing is known of the tabs.
		review.dispose();
		review = new ChangeReview(() => {});
		await showAll("two");
		await showOne("two");
		assert.equal(labels().length, 4);
		await review.close("one");
		assert.equal(labels().length, 2, labels().join());
		await review.close("two");
		assert.deepEqual(labels(), []);
	});

	it("leave those of other tasks open; a task has one for all of its files", async () => {
		for (const task of ["one", "two", "two"]) await showAll(task);
		assert.equal(new Set(labels()).size, 2);
		assert.equal(labels().length, 2, labels().join());
		await review.close("two");
		assert.equal(labels().length, 1);
		await review.close("one");
		assert.deepEqual(labels(), []);
	});
});
