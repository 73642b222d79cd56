import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Locator } from "playwright-core";
import { scriptedCall, scriptedReply } from "../../gateway/scriptedReply";
import { dismissNotifications, goToLine, openFile, runCommand } from "../../host/workbench";
import { assertTexts } from "../../unit/core/assertTexts";
import { type PanelWindow, send } from "../panelWindow";
import { pictureOf } from "../screenshot";
import { contentsOf } from "./hostileRepository";

const once = ["Allow", "Reject…"];
const inTask = ["Allow", "Allow in This Task", "Reject…"];
const inConversation = ["Allow", "Allow in This Conversation", "Reject…"];
const wholeFirst = ["Show All of It", ...inConversation];
const firstChange = /first change(?!.*won't be asked)/;
const onlyFirstChange = /first change.*won't be asked about other/;
const unseen = /misleading characters/;
const severalLines = /several lines/;
const obeyed = /Other programs run/;

/** The calls about which the user is asked, by the names of their pictures. */
interface AskedCall {
	readonly call: readonly [name: string, given: object];
	/** The question; by default, that about a command. */
	readonly title?: RegExp;
	readonly reasons?: readonly RegExp[];
	/** The exact text that would be run or changed; of a long one, its beginning. */
	readonly shown?: string | RegExp;
	readonly buttons: readonly string[];
	/** Whether it can be allowed only after its end was in view, or after all of it was opened. */
	readonly mustBeSeen?: "scrolled" | "opened";
}

const run = (command: string, more: object = {}) => ["run_command", { command, ...more }] as const;
const edit = (path: string, more: object) => ["edit_file", { path, ...more }] as const;
const read = (path: string) => ["read_file", { path }] as const;
const rename = { edits: [{ search: "rent", replace: "rental" }] };

const files: Readonly<Record<string, string>> = {
	".gitignore": ".env\nbuild/\n",
	".env": "PASSWORD=hunter2\n",
	"build/out.txt": "Built.\n",
	"notes.md": `The token is ghp_${"a1B2c3D4e5F6g7H8i9"}${"J0k1L2m3N4o5P6q7R8"}.\n`,
	"rents.txt": "rent: 900\n",
};

const asked: Readonly<Record<string, AskedCall>> = {
	secret: {
		call: read(".env"),
		title: /read \.env\?$/,
		reasons: [/name suggests .*secrets/, /Git ignores/],
		buttons: inTask,
	},
	"secret-text": {
		call: read("notes.md"),
		title: /read notes\.md\?$/,
		reasons: [/looks like a secret/],
		buttons: inTask,
	},
	ignored: {
		call: read("build/out.txt"),
		title: /read build\/out\.txt\?$/,
		reasons: [/Git ignores/],
		buttons: inTask,
	},
	outside: {
		call: read("/etc/hostname"),
		title: /read \/etc\/hostname\?$/,
		reasons: [/outside the workspace/],
		buttons: inTask,
	},
	"first-change": {
		call: edit("rents.txt", rename),
		title: /change rents\.txt\?$/,
		reasons: [onlyFirstChange],
		shown: /-rent: 900\n\+rental: 900/,
		buttons: once,
	},
	"new-file": {
		call: edit("new.txt", { content: "New.\n" }),
		title: /create new\.txt\?$/,
		reasons: [onlyFirstChange],
		shown: /\+New\./,
		buttons: once,
	},
	deleted: {
		call: edit("rents.txt", { delete: true }),
		title: /delete rents\.txt\?$/,
		reasons: [onlyFirstChange],
		shown: /-rent: 900/,
		buttons: once,
	},
	obeyed: {
		call: edit(".husky/pre-commit", { content: "touch ran\n" }),
		title: /create \.husky\/pre-commit\?$/,
		reasons: [firstChange, obeyed],
		shown: /\+touch ran/,
		buttons: once,
	},
	"obeyed-long": {
		call: edit("Makefile", { content: `all:\n${"\t@true\n".repeat(200)}\ttouch ran\n` }),
		title: /create Makefile\?$/,
		reasons: [firstChange, obeyed],
		shown: /\+all:/,
		buttons: ["Show All of It", ...once],
		mustBeSeen: "scrolled",
	},
	"hidden-change": {
		call: edit("new.txt", { content: "pass\u200bword\n" }),
		title: /create new\.txt\?$/,
		reasons: [firstChange, /contains invisible characters/],
		shown: /\+pass⟨U\+200B⟩word/,
		buttons: once,
	},
	command: { call: run("touch ran"), shown: "touch ran", buttons: inConversation },
	background: {
		call: run("touch ran; sleep 9", { background: true, timeout: 7 }),
		shown: "touch ran; sleep 9",
		buttons: inConversation,
	},
	"hidden-command": {
		call: run("touch ran #\u202e\u00a0fine\n\n\n\n\n\ntouch r\u0430n"),
		reasons: [severalLines, unseen],
		shown: "touch ran #⟨U+202E⟩⟨U+00A0⟩fine⟨U+000A⟩⟨× 6⟩\ntouch r⟨U+0430⟩n",
		buttons: inConversation,
	},
	"long-command": {
		call: run(`true\n${"true\n".repeat(200)}touch ran`),
		reasons: [severalLines],
		shown: /^true⟨U\+000A⟩\n/,
		buttons: wholeFirst,
		mustBeSeen: "scrolled",
	},
	"cut-command": {
		call: run(`${"true; ".repeat(3_000)}touch ran`),
		shown: /^true; true; /,
		buttons: wholeFirst,
		mustBeSeen: "opened",
	},
	"extension-tool": {
		call: ["caller_weather", { city: "Ly\u200bon" }],
		title: /caller_weather .*gatehouse\.model-caller/,
		reasons: [unseen],
		shown: '{\n  "city": "Ly⟨U+200B⟩on"\n}',
		buttons: inConversation,
	},
};

/** Rejects the call, with a reason. */
export async function reject(question: Locator): Promise<void> {
	await question.getByRole("button", { name: "Reject…" }).press("Enter");
	await question.getByRole("textbox", { name: "Reason for the model" }).fill("Not now.");
	await question.getByRole("textbox", { name: "Reason for the model" }).press("Enter");
}

/** Needs the agent, with `caller_weather` among its tools. */
export function approvalTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	let original: string;
	let tasks = 0;
	before(async () => {
		t = shared();
		// Editors that other tests have left open would be in the pictures.
		await dismissNotifications(t.window.page);
		await runCommand(t.window.page, "View: Hide Panel");
		for (const [path, text] of Object.entries(files)) {
			await mkdir(dirname(join(t.workspace, path)), { recursive: true });
			await writeFile(join(t.workspace, path), text);
		}
		original = await contentsOf(t.workspace);
	});
	afterEach(async () => assert.equal(await contentsOf(t.workspace), original));

	const textsOf = async (found: Locator) => (await found.allInnerTexts()).map((text) => text.trim());
	const allow = (question: Locator) => question.getByRole("button", { name: "Allow", exact: true, disabled: false });

	/** Has the agent make a call, and returns the result that was sent to the model. */
	async function resultOf(
		[name, given]: AskedCall["call"],
		title: RegExp,
		decide: (question: Locator) => Promise<void>,
	): Promise<unknown> {
		const { panel, gateway } = t;
		const answer = `Done with task ${++tasks}.`;
		gateway.script(scriptedCall(name, given));
		gateway.script(scriptedReply(answer));
		await send(panel, `Task ${tasks}`);
		await decide(panel.getByRole("group", { name: title }));
		await panel.getByText(answer).waitFor();
		const last = gateway.requests.findLast(({ path }) => path === "/v1/chat/completions");
		return JSON.parse(String(last?.body)).messages.at(-1).content;
	}

	/** Checks the question, and rejects the call. */
	async function assertAsks(picture: string, call: AskedCall): Promise<void> {
		const { title = /run this command/, reasons = [], shown, buttons, mustBeSeen } = call;
		const { page } = t.window;
		const result = await resultOf(call.call, title, async (question) => {
			const showAll = question.getByRole("button", { name: "Show All of It" });
			await (mustBeSeen ? showAll : allow(question)).waitFor();
			assertTexts(await textsOf(question.locator("li")), reasons);
			assert.deepEqual(await textsOf(question.getByRole("button")), buttons);
			const text = question.locator("pre");
			if (shown === undefined) assert.equal(await text.count(), 0);
			else if (typeof shown === "string") assert.equal(await text.textContent(), shown);
			else assert.match((await text.textContent()) ?? "", shown);
			if (call.call[0] === "run_command") {
				assert.deepEqual(await textsOf(question.locator("dt")), ["Folder", "Shell", "Ends", "Variables"]);
				assert.equal(await question.locator("dd").first().textContent(), t.workspace);
			}
			await pictureOf(page, `approval-default-${picture}`);
			if (mustBeSeen) {
				await question.getByRole("button", { name: "Allow", exact: true, disabled: true }).waitFor();
				if (mustBeSeen === "scrolled") await text.press("End");
				else await showAll.press("Enter");
				await allow(question).scrollIntoViewIfNeeded();
				await pictureOf(page, `approval-default-${picture}-seen`);
			}
			await reject(question);
		});
		assert.equal(result, "The user rejected this call. Their reason: Not now.");
	}

	for (const [picture, call] of Object.entries(asked))
		it(`nothing is run that is rejected: ${picture}`, () => assertAsks(picture, call));

	it("nothing is saved that is rejected: unsaved", async () => {
		const { page } = t.window;
		await openFile(page, "rents.txt");
		await goToLine(page, 1);
		await page.keyboard.type("my ");
		await page.locator(".tab.active.dirty").waitFor();
		await assertAsks("unsaved", {
			call: edit("rents.txt", rename),
			title: /change rents\.txt\?$/,
			reasons: [firstChange, /unsaved changes/],
			shown: /-my rent: 900\n\+my rental: 900/,
			buttons: once,
		});
		await runCommand(page, "File: Revert File");
		await page.locator(".tab.active.dirty").waitFor({ state: "detached" });
	});

	it("are not asked again for the identical command that is allowed in the conversation, but for every other one", async () => {
		const { panel } = t;
		const title = /run this command/;
		const first = await resultOf(run("echo allowed"), title, async (question) => {
			await question
				.getByRole("button", { name: "Allow in This Conversation", exact: true, disabled: false })
				.press("Enter");
		});
		assert.match(String(first), /^Exit code 0 after .*\nallowed\n/s);
		const again = await resultOf(run("echo allowed"), title, async () => {});
		assert.match(String(again), /^Exit code 0 after .*\nallowed\n/s);
		assert.equal(await panel.getByRole("group", { name: title }).count(), 0);
		await pictureOf(t.window.page, "approval-default-allowed-in-conversation");
		await assertAsks("like-an-allowed-one", {
			call: run("echo allowed; touch ran"),
			shown: "echo allowed; touch ran",
			buttons: inConversation,
		});
	});
}
