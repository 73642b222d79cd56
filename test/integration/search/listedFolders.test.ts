import assert from "node:assert/strict";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "../../../src/core/base/errors";
import { filesOfWorkspace } from "../../../src/vscode/search/index/filesOfWorkspace";
import { ListedFolders } from "../../../src/vscode/workspace/listedFolders";
import { manualClock } from "../../unit/core/memoryPorts";

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe("index: virtual folders that VS Code may not list", () => {
	const folder = { uri: vscode.Uri.parse("slow:/library"), name: "Library", index: 0 };

	/** Creates a manual clock, and the object that lists this folder; each request to list it is answered by the test. */
	function setUp() {
		const clock = manualClock();
		const asked: PromiseWithResolvers<void>[] = [];
		const listed = new ListedFolders(clock, {
			stat: async () => {},
			first: () => {
				const one = Promise.withResolvers<void>();
				asked.push(one);
				return one.promise;
			},
		});
		return { clock, asked, listed, list: () => listed.of([folder]) };
	}

	it("are listed again some time after they were too slow once, and then stay listed", async () => {
		const { clock, asked, listed, list } = setUp();
		let recovered = 0;
		listed.onDidRecover(() => recovered++);
		const slow = list();
		await soon();
		clock.advance(5_000);
		await assert.rejects(slow, UserError);
		await assert.rejects(list(), /Library is a virtual folder \(slow\)/);
		assert.equal(asked.length, 1, "there is no wait each time");
		clock.advance(60_000);
		await soon();
		clock.advance(5_000);
		await soon();
		const unlisted = [{ folder, reason: "virtual" }];
		assert.deepEqual([asked.length, listed.unlisted, recovered], [2, unlisted, 0], "it is still listed");
		clock.advance(60_000);
		const again = list();
		await soon();
		asked[2]?.resolve();
		assert.deepEqual(await again, [folder]);
		clock.advance(600_000);
		assert.deepEqual(await list(), [folder]);
		assert.deepEqual([asked.length, listed.unlisted, recovered], [3, [], 1]);
	});

	it("are listed again immediately after an error", async () => {
		const { asked, list } = setUp();
		const first = list();
		await soon();
		asked[0]?.reject(new Error("offline"));
		await assert.rejects(first, /offline/);
		const again = list();
		await soon();
		asked[1]?.resolve();
		assert.deepEqual(await again, [folder]);
	});
});

describe("index: folders that VS Code cannot list", () => {
	it("are known even if the user has not agreed to them", async () => {
		const opened = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
		const gone = () => Promise.reject(new Error("offline"));
		const listed = new ListedFolders(manualClock(), { stat: gone, first: gone });
		const files = filesOfWorkspace({ indexExclude: () => [] }, listed);
		await assert.rejects(async () => {
			for await (const _ of files.list(new AbortController().signal, []));
		}, UserError);
		assert.ok(opened.length > 0);
		assert.deepEqual(files.unlisted(), opened);
	});
});

describe("index: a folder on a share that does not answer", () => {
	const folder = { uri: vscode.Uri.file("/share"), name: "Share", index: 0 };

	it("delays the listing once, and is tried again some time later", async () => {
		const clock = manualClock();
		const asked: PromiseWithResolvers<void>[] = [];
		const stat = () => {
			const one = Promise.withResolvers<void>();
			asked.push(one);
			return one.promise;
		};
		const listed = new ListedFolders(clock, { stat, first: stat });
		const slow = listed.of([folder]);
		await soon();
		clock.advance(5_000);
		for (const answer of [slow, listed.of([folder]), listed.of([folder])])
			await assert.rejects(answer, /Share is unavailable/);
		assert.deepEqual([asked.length, listed.unlisted], [1, [{ folder, reason: "away" }]]);
		clock.advance(60_000);
		asked[1]?.resolve();
		await soon();
		const again = listed.of([folder]);
		asked[2]?.resolve();
		assert.deepEqual([await again, listed.unlisted], [[folder], []]);
	});
});

describe("index: folders that may be missing, which VS Code lists as empty", () => {
	let root: string;
	const clock = manualClock();
	const listed = new ListedFolders(clock);
	before(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-away-"));
		await mkdir(join(root, "here"));
		await mkdir(join(root, "share"));
	});
	after(() => rm(root, { recursive: true, force: true }));
	const folderOf = (name: string, index: number) => ({ uri: vscode.Uri.file(join(root, name)), name, index });
	const goAway = () => rename(join(root, "share"), join(root, "elsewhere"));
	const comeBack = () => rename(join(root, "elsewhere"), join(root, "share"));

	it("are listed while they exist, and are looked for again automatically", async () => {
		const folders = [folderOf("here", 0), folderOf("share", 1)] as const;
		assert.deepEqual(await listed.of(folders), folders);
		await goAway();
		assert.deepEqual(await listed.of(folders), [folders[0]]);
		assert.deepEqual(listed.unlisted, [{ folder: folders[1], reason: "away" }]);
		await assert.rejects(listed.of([folders[1]]), /The folder share is unavailable/);
		await comeBack();
		const recovered = new Promise<void>((resolve) => listed.onDidRecover(resolve));
		clock.advance(60_000);
		await recovered;
		assert.deepEqual(await listed.of(folders), folders);
		assert.deepEqual(listed.unlisted, []);
	});

	it("are also found by an ordinary listing, even of only a few files", async () => {
		const folders = [folderOf("here", 0), folderOf("share", 1)] as const;
		await goAway();
		assert.deepEqual(await listed.of(folders), [folders[0]]);
		await comeBack();
		let recovered = 0;
		const listening = listed.onDidRecover(() => recovered++);
		assert.deepEqual(await listed.of(folders), folders);
		assert.equal(recovered, 1);
		listening.dispose();
	});

	it("are looked for only once at a time, however often they disappear and return", async () => {
		const folders = [folderOf("here", 0), folderOf("share", 1)] as const;
		const ownClock = manualClock();
		const own = new ListedFolders(ownClock);
		for (let time = 0; time < 3; time++) {
			await goAway();
			assert.deepEqual(await own.of(folders), [folders[0]]);
			assert.equal(ownClock.pending, 1);
			await comeBack();
			assert.deepEqual(await own.of(folders), folders);
			assert.equal(ownClock.pending, 0);
		}
	});

	it("are not listed if they disappeared during the listing, or appeared too late", async () => {
		const folders = [folderOf("here", 0), folderOf("share", 1), folderOf("none", 2)] as const;
		const some = await listed.of(folders);
		await goAway();
		await mkdir(join(root, "none"));
		assert.deepEqual(await listed.still(some), [folders[0]]);
		assert.deepEqual(
			listed.unlisted.map(({ folder }) => folder.name),
			["none", "share"],
		);
		await comeBack();
	});
});
