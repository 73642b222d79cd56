import assert from "node:assert/strict";
import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { delta, ended, piece } from "../faults/tools/toolCase";
import { sseChunk } from "../gateway/endpoints/sseChunk";
import { extensionHostPid } from "../host/processTree";
import { dismissNotifications, notifications, reloadWindow, showNotification } from "../host/workbench";
import { assertLooks } from "./appearance/assertLooks";
import { connectInstalled, openInstalledWindow } from "./installedWindow";
import { describeLong } from "./longRun";
import { answers, ask, chooseModel, type PanelWindow, questions, send } from "./panelWindow";

/** Age from which visible text must survive a crash of the window, in milliseconds. */
const grace = 250;

/** The kills that are tried. `unit/vscode/chat/crash.test.ts` kills the same code in every run. */
const kills = [1, 2, 3];

function conversationsIn(userDataDir: string): string {
	return join(userDataDir, "User", "globalStorage", "gatehouse.gatehouse", "conversations");
}

/** The parts of a line of a conversation's log that are compared. */
interface LoggedLine {
	readonly at: number;
	readonly event: {
		readonly type: string;
		readonly calls?: readonly { readonly arguments: { readonly edits: readonly { readonly replace: string }[] } }[];
		readonly call?: number;
		readonly failed?: boolean;
	};
}

/** Returns the replacements of the agent's edits that have a result in the logs, in the order of the results. */
async function loggedEdits(conversations: string): Promise<readonly string[]> {
	const paths = (await readdir(conversations, { recursive: true })).filter((path) => path.endsWith(".jsonl"));
	const texts = await Promise.all(paths.map((path) => readFile(join(conversations, path), "utf8")));
	const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.includes('"type":"agent"'));
	const events = lines
		.map((line) => JSON.parse(line) as LoggedLine)
		.sort((one, other) => one.at - other.at)
		.map(({ event }) => event);
	const calls = events.flatMap((event) => event.calls ?? []);
	const results = events.filter(({ type, failed }) => type === "result" && !failed);
	return results.map(({ call = -1 }) => calls[call]?.arguments.edits[0]?.replace ?? "");
}

describeLong("crash: an installed Gatehouse whose extension host is killed", () => {
	let folder: string;
	let t: PanelWindow | undefined;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-crash-"));
		t = await openInstalledWindow(folder);
		await connectInstalled(t);
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	for (const kill of kills) {
		it(`kill ${kill}: everything shown ${grace} ms before is restored, and the conversation can continue`, async () => {
			assert.ok(t);
			const { page, serverPid } = t.window;
			const words = Array.from({ length: 2000 }, (_, i) => `${kill}-${i}`);
			const chunks = words.flatMap((word) => [
				{ type: "bytes", data: sseChunk(`${word} `) } as const,
				{ type: "delay", ms: 15 } as const,
			]);
			t.gateway.script({ match: "/v1/chat/completions", chunks });
			await send(t.panel, `Question ${kill}`);
			const answer = answers(t.panel).last();
			await answer.getByText(`${kill}-40`).waitFor();
			// Text that the browser shows at one moment, and still shows after the grace.
			const shown = await answer.locator(".markdown").evaluate(async (element, grace) => {
				const text = element.textContent ?? "";
				const began = performance.now();
				await new Promise<void>((resolve) => {
					const observer = new MutationObserver(() => {
						if (performance.now() - began <= grace) return;
						observer.disconnect();
						resolve();
					});
					observer.observe(element, { childList: true, characterData: true, subtree: true });
				});
				return text;
			}, grace);
			const pid = extensionHostPid(serverPid);
			assert.ok(pid, "there is no extension host to kill");
			process.kill(pid, "SIGKILL");
			await reloadWindow(page);
			await questions(t.panel).getByText(`Question ${kill}`).waitFor();
			await answers(t.panel)
				.last()
				.getByText(/window closed before/)
				.waitFor();
			await answers(t.panel).last().locator(".markdown").getByText(`${kill}-40`).waitFor();
			const kept = await answers(t.panel).last().locator(".markdown").innerText();
			assert.ok(kept.startsWith(shown.trim()), `shown was …${shown.slice(-40)}, kept …${kept.slice(-40)}`);
			assert.equal(await questions(t.panel).count(), kill);
			if (kill === 1) await assertLooks(t, "crash");
			t.gateway.script({
				match: "/v1/chat/completions",
				chunks: [{ type: "bytes", data: sseChunk(`went on ${kill}`) + sseChunk({}, "stop") }],
			});
			await chooseModel(t.panel).getByText("demo-chat").waitFor();
			await answers(t.panel).last().getByRole("button", { name: "Continue" }).click();
			await answers(t.panel).last().getByText(`went on ${kill}`).waitFor();
		});
	}

	it("shows the readable part of torn, garbled and foreign files, and reports the loss", async () => {
		assert.ok(t);
		const { page, userDataDir } = t.window;
		const conversations = conversationsIn(userDataDir);
		const [conversation = ""] = await readdir(conversations);
		const [file = ""] = await readdir(join(conversations, conversation));
		await appendFile(join(conversations, conversation, file), '\u0000\u0001garbled\n{"id":"torn","at":1,"ty');
		await appendFile(join(conversations, conversation, "alien.jsonl"), "<html>\n");
		await reloadWindow(page);
		await answers(t.panel).last().getByText(`went on ${kills.length}`).waitFor();
		const told = notifications(page).filter({ hasText: "3 lines of the conversation could not be read" });
		// A toast hides by itself; the notification stays in the notification centre.
		await showNotification(page, told);
		await assertLooks(t, "crash-damaged", async () => {
			if (!(await page.locator(".notifications-center").isVisible())) await showNotification(page, told);
		});
		await dismissNotifications(page);
		await ask(t.panel, "Does it go on?");
		await reloadWindow(page);
		await questions(t.panel).getByText("Does it go on?").waitFor();
	});

	it(`an agent's task goes on after each of ${kills.length} kills, and every byte is undone`, async () => {
		assert.ok(t);
		const { panel, gateway, workspace } = t;
		const { page, serverPid, userDataDir } = t.window;
		const match = "/v1/chat/completions";
		const file = join(workspace, "budget.ts");
		const original = await readFile(file, "utf8");
		const names = kills.map((kill) => `remaining${kill}`);
		await panel.getByRole("switch", { name: "Agent" }).press("Enter");
		await panel.getByRole("switch", { name: "Agent", checked: true }).waitFor();
		for (const [at, name] of names.entries()) {
			const edits = [{ search: `function ${names[at - 1] ?? "remaining"}(`, replace: `function ${name}(` }];
			const given = JSON.stringify({ path: "budget.ts", edits });
			gateway.script({ match, chunks: [{ type: "bytes", data: delta(piece(0, name, "edit_file", given)) + ended() }] });
			gateway.script({ match, chunks: [{ type: "bytes", data: sseChunk(`I go on ${name}`) }, { type: "stall" }] });
			if (at === 0) await send(panel, "Rename it.");
			else await answers(panel).last().getByRole("button", { name: "Continue" }).press("Enter");
			const question = panel.getByRole("group", { name: /change budget\.ts/ });
			await question.getByRole("button", { name: "Allow", exact: true, disabled: false }).press("Enter");
			await answers(panel).last().getByText(`I go on ${name}`).waitFor();
			assert.ok((await readFile(file, "utf8")).includes(`function ${name}(`));
			const pid = extensionHostPid(serverPid);
			assert.ok(pid, "there is no extension host to kill");
			process.kill(pid, "SIGKILL");
			await reloadWindow(page);
			await answers(panel)
				.last()
				.getByText(/window closed before/)
				.waitFor();
			await chooseModel(panel).getByText("demo-chat").waitFor();
			// The log has each change that the file has, in their order, and no other.
			const made = names.slice(0, at + 1).map((one) => `function ${one}(`);
			assert.deepEqual(await loggedEdits(conversationsIn(userDataDir)), made);
			assert.ok((await readFile(file, "utf8")).includes(made.at(-1) ?? "?"));
		}
		gateway.script({ match, chunks: [{ type: "bytes", data: sseChunk("Renamed.") + sseChunk({}, "stop") }] });
		await answers(panel).last().getByRole("button", { name: "Continue" }).press("Enter");
		await answers(panel).last().getByText("Renamed.").waitFor();
		const changes = panel.getByRole("region", { name: "Changes of the agent" });
		await changes.getByRole("button", { name: "Undo Changes", exact: true }).press("Enter");
		await changes.waitFor({ state: "detached" });
		assert.equal(await readFile(file, "utf8"), original);
	});
});
