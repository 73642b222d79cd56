import assert from "node:assert/strict";
import { delta, ended, piece, said } from "../faults/tools/toolCase";
import { defaultSettings } from "../host/vscode/userSettings";
import { runCommand } from "../host/workbench";
import { openPanelWindow, type PanelWindow } from "./panelWindow";
import { pictureOf } from "./screenshot";

const match = "/v1/chat/completions";

/** The body of a request of VS Code's agent. */
interface AgentBody {
	readonly tools?: readonly { readonly function: { readonly name: string } }[];
	readonly messages: readonly { readonly role: string; readonly content: string }[];
}

describe("VS Code's own chat with a gateway's model", () => {
	let t: PanelWindow;
	before(async () => {
		t = await openPanelWindow({ baseSettings: defaultSettings });
	});
	after(() => t?.close());

	it("answers signed out, and its agent runs a loop with the search by meaning", async () => {
		const { page } = t.window;
		const isAgents = ({ path, body }: { path: string; body: string }) =>
			path === match && body.includes("budget-question") && body.includes('"tools"');
		const call = delta(piece(0, "a", "gatehouse_search", JSON.stringify({ query: "the budget" }))) + ended();
		t.gateway.script({ match: isAgents, chunks: [{ type: "bytes", data: call }] });
		t.gateway.script({ match: isAgents, chunks: [{ type: "bytes", data: said("The budget is in budget.ts.") }] });

		// VS Code disables its own chat's extension where no one is signed in.
		await runCommand(page, "Extensions: Enable All Extensions");
		await runCommand(page, "Chat: Open Chat");
		const chat = page.locator(".interactive-session");
		await chat.getByText("demo-chat").first().waitFor();
		await chat.locator(".interactive-input-editor, .chat-editor-container").first().click();
		const first = t.gateway.nextRequest(isAgents);
		await page.keyboard.type("budget-question: where is it?");
		await page.keyboard.press("Enter");
		const { tools = [], messages } = (await first).json as AgentBody;
		assert.ok(tools.some(({ function: { name } }) => name === "gatehouse_search"));
		assert.equal(messages[0]?.role, "system");

		const second = t.gateway.nextRequest(isAgents);
		await chat
			.getByRole("button", { name: /^(Allow|Continue|Yes)/ })
			.first()
			.click();
		const body = (await second).json as AgentBody;
		assert.equal(body.messages.at(-1)?.role, "tool");
		assert.match(body.messages.at(-1)?.content ?? "", /export function remaining/);
		await chat.getByText("The budget is in budget.ts.").waitFor();
		await pictureOf(page, "native-chat");
	});
});
