import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { DemoGateway } from "../../gateway/demoGateway";
import { scriptedReply } from "../../gateway/scriptedReply";
import { assertTexts } from "../../unit/core/assertTexts";
import { connectedGateway } from "../connectedGateway";
import { closeEditors, showSelected, untitledDocument } from "../editors";
import { cursorAt, previewTabs, shownEdit, until } from "../shownEdit";

const run = (command: string, ...args: unknown[]) =>
	Promise.resolve(vscode.commands.executeCommand(`gatehouse.${command}`, ...args));

const original = "alpha\nbeta\ngamma\n";
const proposed = "alpha\nBETA\ngamma\n";
const whole = scriptedReply(`\`\`\`\n${proposed}\`\`\``);
const cutOff = scriptedReply("```\nALPHA\n```", "length");

/**
 * In the real extension host: the buttons of a refusal's notification, which VS Code keeps after the refusal was
 * settled elsewhere.
 */
describe("edits in view: the notification of a refused answer", () => {
	const { showErrorMessage, showInformationMessage } = vscode.window;
	let gateway: DemoGateway;
	/** Presses a button of the last notification. */
	let press: (button: string) => void;
	let notes: string[];
	let over: Promise<unknown>;
	before(async () => {
		gateway = await connectedGateway();
	});
	beforeEach(() => {
		notes = [];
	});
	afterEach(async () => {
		Object.assign(vscode.window, { showErrorMessage, showInformationMessage });
		await closeEditors();
	});

	/** Begins an edit. */
	async function begin(): Promise<void> {
		const document = await untitledDocument(original);
		await showSelected(document, new vscode.Range(0, 0, 2, 5));
		over = run("editInline", { instruction: "Shout." });
	}

	/** Begins an edit, and waits for the refusal's notification. Returns its buttons. */
	async function refused(...scripts: readonly Parameters<DemoGateway["script"]>[0][]): Promise<readonly string[]> {
		const choices = new Promise<readonly string[]>((resolve) => {
			const showError = (_: string, ...buttons: string[]) =>
				new Promise<string>((pressed) => {
					press = pressed;
					resolve(buttons);
				});
			Object.assign(vscode.window, { showErrorMessage: showError });
		});
		Object.assign(vscode.window, { showInformationMessage: async (message: string) => void notes.push(message) });
		for (const script of scripts) gateway.script(script);
		await begin();
		return choices;
	}

	const reject = async () => {
		await run("rejectEdit");
		await until(() => previewTabs().length === 0 || undefined);
	};

	it("says that another answer has already been requested", async () => {
		await refused(cutOff);
		gateway.script(whole);
		await run("regenerateEdit");
		await shownEdit(proposed, original);
		const { length } = gateway.requests;
		press("Try Again");
		await new Promise((resolve) => setImmediate(resolve));
		assertTexts(notes, [/already been requested/]);
		assert.equal(gateway.requests.length, length);
		await reject();
		await over;
	});

	it("requests another one with Try Again after the edit was rejected", async () => {
		await refused(cutOff);
		await reject();
		await over;
		gateway.script(whole);
		press("Try Again");
		await shownEdit(proposed, original);
		assert.deepEqual(notes, []);
		await reject();
	});

	it("says that the edit has ended if the request for another answer had failed, and must be made again", async () => {
		const shown: (readonly string[])[] = [];
		gateway.script(whole);
		await begin();
		await shownEdit(proposed, original);
		await cursorAt(1);
		const failed = new Promise<void>((resolve) => {
			const showError = (message: string, ...buttons: string[]) =>
				new Promise<string>((pressed) => {
					shown.push([message, ...buttons]);
					press = pressed;
					resolve();
				});
			Object.assign(vscode.window, { showErrorMessage: showError });
		});
		gateway.script({ match: "/v1/chat/completions", status: 400, json: { error: { message: "Not today." } } });
		await run("regenerateEdit");
		await failed;
		assert.match(shown[0]?.join() ?? "", /Not today\..*,Retry/);
		await reject();
		await over;
		press("Retry");
		await new Promise((resolve) => setImmediate(resolve));
		assertTexts(shown[1] ?? [], [/edit has ended/]);
	});

	it("shows another version that is chosen after the edit was rejected", async () => {
		const one = "```\nalpha\nbeta\nGAMMA\n```";
		const choices = await refused(scriptedReply(`Either\n\n${one}\n\nor\n\n\`\`\`\n${proposed}\`\`\``));
		assert.deepEqual(choices, ["Version 1", "Version 2", "Try Again", "Show Answer"]);
		await reject();
		await over;
		press("Version 2");
		await shownEdit(proposed, original);
		await reject();
	});

	it("is shown again when the change is to be accepted, because there is none", async () => {
		await refused(cutOff);
		const again = new Promise<string>((resolve) => {
			const showError = (message: string) => {
				resolve(message);
				return new Promise<undefined>(() => {});
			};
			Object.assign(vscode.window, { showErrorMessage: showError });
		});
		void run("acceptEdit");
		assert.match(await again, /maximum length/);
		await reject();
		await over;
	});

	it("shows the answer after the edit was rejected", async () => {
		await refused(cutOff);
		await reject();
		await over;
		press("Show Answer");
		const shown = await until(() => {
			const document = vscode.window.activeTextEditor?.document;
			return document?.getText().includes("ALPHA") ? document : undefined;
		});
		assert.match(shown.uri.path, /Answer\.txt$/);
	});
});
