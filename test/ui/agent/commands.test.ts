import assert from "node:assert/strict";
import { delta, ended, piece } from "../../faults/tools/toolCase";
import type { Script } from "../../gateway/script";
import { scriptedReply } from "../../gateway/scriptedReply";
import { messageBox, openPanelWindow, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";

/** A script that has the model run a command. */
function scriptedCommand(given: object): Script {
	const data = delta(piece(0, "run_command", "run_command", JSON.stringify(given))) + ended();
	return { match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] };
}

describe("agent: commands in terminals", () => {
	let t: PanelWindow;
	before(async () => {
		t = await openPanelWindow();
		await t.panel.getByRole("switch", { name: "Agent" }).press("Enter");
		await t.panel.getByRole("switch", { name: "Agent", checked: true }).waitFor();
	});
	after(() => t?.close());

	/** Has the agent run a command that the user allows; returns the result that the model was sent. */
	async function resultOf(given: { readonly command: string }, meanwhile = async () => {}): Promise<string> {
		const { panel, gateway } = t;
		const answer = `Done with ${given.command.slice(0, 30)}.`;
		gateway.script(scriptedCommand(given));
		gateway.script(scriptedReply(answer));
		await messageBox(panel).fill("Run it.");
		await messageBox(panel).press("Enter");
		await panel.getByRole("button", { name: "Allow", exact: true }).last().press("Enter");
		await meanwhile();
		await panel.getByText(answer).waitFor();
		const { messages = [] } = JSON.parse(String(gateway.requests.at(-1)?.body));
		return String(messages.at(-1)?.content);
	}

	it("runs one in the shell that VS Code is integrated with", async () => {
		const result = await resultOf({ command: "echo one && node -e 'console.error(\"two\"); process.exit(3)'" });
		console.log(result);
		assert.match(result, /^Exit code 3 after \d+ seconds?\.\nOutput:\n`+\none\ntwo\n`+$/);
		await screenshot(t.window.page, "agent-command");
	});
});
