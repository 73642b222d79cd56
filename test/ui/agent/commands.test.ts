import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { delta, ended, piece } from "../../faults/tools/toolCase";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import type { Script, Step } from "../../gateway/script";
import { scriptedReply } from "../../gateway/scriptedReply";
import { notifications, pressInNotification, runCommand, showSideBar } from "../../host/workbench";
import { processesNaming } from "../../unit/vscode/agent/commands/childHost";
import { eventually } from "../eventually";
import { describeLong } from "../longRun";
import { messageBox, openPanelWindow, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";

/** Returns a script in which the model runs a command. */
function scriptedCommand(given: object, ...before: readonly Step[]): Script {
	const data = delta(piece(0, "run_command", "run_command", JSON.stringify(given))) + ended();
	return { match: "/v1/chat/completions", chunks: [...before, { type: "bytes", data }] };
}

/** Time that the commands sleep, in seconds. No other process has this number in its command line. */
const long = `${8_000_000 + process.pid}`;
const sleep = `sleep ${long}`;

describeLong("agent: commands in terminals", () => {
	let t: PanelWindow;
	let asked = 0;
	before(async () => {
		t = await openPanelWindow();
		await t.panel.getByRole("switch", { name: "Agent" }).press("Enter");
		await t.panel.getByRole("switch", { name: "Agent", checked: true }).waitFor();
	});
	after(() => t?.close());

	/** Settles when a command has made a file. */
	const appears = (name: string) => eventually(() => access(join(t.workspace, name)));

	/** Has the agent run a command that the user allows; returns the result that the model was sent. */
	async function resultOf(
		given: { readonly command: string; readonly background?: boolean },
		meanwhile = async () => {},
	): Promise<string> {
		const { panel, gateway } = t;
		const answer = `Done with command ${++asked}.`;
		gateway.script(scriptedCommand(given));
		gateway.script(scriptedReply(answer));
		await messageBox(panel).fill("Run it.");
		await messageBox(panel).press("Enter");
		await panel.getByRole("button", { name: "Allow", exact: true, disabled: false }).last().press("Enter");
		await meanwhile();
		await panel.getByText(answer).waitFor();
		const { messages = [] } = JSON.parse(String(gateway.requests.at(-1)?.body));
		return String(messages.at(-1)?.content);
	}

	it("runs one in the shell with VS Code's shell integration", async () => {
		const command = "echo one && node -e 'console.error(\"two\"); process.exit(3)'";
		assert.match(await resultOf({ command }), /^Exit code 3 after \d+ seconds?\.\nOutput:\n`+\none\ntwo\n`+$/);
		await screenshot(t.window.page, "agent-command");
	});

	it("notifies a user who does not see its question or its end, and shows it", async () => {
		const { panel, gateway } = t;
		const { page } = t.window;
		const hold = () => {
			let resolve = () => {};
			const until = new Promise<void>((settle) => {
				resolve = settle;
			});
			return { wait: { type: "wait", until } as const, resolve };
		};
		const [isHidden, isHiddenAgain] = [hold(), hold()];
		gateway.script(scriptedCommand({ command: "true" }, isHidden.wait));
		const data = sseChunk("Done out of sight.") + sseChunk({}, "stop") + sseDone;
		gateway.script({ match: "/v1/chat/completions", chunks: [isHiddenAgain.wait, { type: "bytes", data }] });
		await messageBox(panel).fill("Run it.");
		await messageBox(panel).press("Enter");
		await panel.getByRole("button", { name: "Stop", exact: true }).waitFor();
		await showSideBar(page, false);
		isHidden.resolve();
		const shown = notifications(page).filter({ hasText: /waiting for your approval/ });
		await pressInNotification(page, shown, "Show");
		await panel.getByRole("button", { name: "Allow", exact: true, disabled: false }).press("Enter");
		await showSideBar(page, false);
		isHiddenAgain.resolve();
		const ended = notifications(page).filter({ hasText: /agent has finished/ });
		await pressInNotification(page, ended, "Show");
		await panel.getByText("Done out of sight.").waitFor();
	});

	it("runs several lines, and without any secret of Gatehouse's", async () => {
		const command = 'cd /\npwd\necho "key: [$GATEHOUSE_DEMO_KEY]"\nexit 4\n';
		assert.match(await resultOf({ command }), /^Exit code 4 after .*Output:\n`+\n\/\nkey: \[\]\n`+$/s);
	});

	it("notices that the user closes the terminal", async () => {
		const result = await resultOf({ command: `echo here && touch begun && ${sleep}` }, async () => {
			await appears("begun");
			await runCommand(t.window.page, "Terminal: Kill the Active Terminal Instance");
		});
		assert.match(result, /^The user closed its terminal after .*here/s);
		await eventually(async () => assert.deepEqual(await processesNaming(long), []));
	});

	it("ends all of its processes on Stop", async () => {
		const { panel, gateway } = t;
		const command = `trap '' INT TERM HUP; setsid -f bash -c "trap '' TERM; ${sleep}; ${sleep}"; touch stuck; while true; do ${sleep}; done`;
		gateway.script(scriptedCommand({ command }));
		await messageBox(panel).fill("Run it.");
		await messageBox(panel).press("Enter");
		await panel.getByRole("button", { name: "Allow", exact: true, disabled: false }).press("Enter");
		await appears("stuck");
		await panel.getByRole("button", { name: "Stop", exact: true }).click();
		await panel.getByRole("button", { name: "Send", exact: true }).waitFor();
		await eventually(async () => assert.deepEqual(await processesNaming(long), []));
	});

	it("lets a server run until the task ends", async () => {
		const result = await resultOf({ command: `echo listening; ${sleep}`, background: true });
		assert.match(result, /^Still running after 5 seconds.*listening/s);
		await eventually(async () => assert.deepEqual(await processesNaming(long), []));
	});
});
