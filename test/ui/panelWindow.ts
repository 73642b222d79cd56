import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { type DemoGateway, startGateway } from "../gateway/demoGateway";
import type { Model } from "../gateway/model";
import { type BrowserWindow, type BrowserWindowOptions, openBrowserWindow } from "../host/browser/browserWindow";
import { followColorScheme } from "../host/browser/colorScheme";
import { repositoryFolder } from "../host/paths";
import { copySampleWorkspace, type TemporaryFolder } from "../host/sampleWorkspace";
import { fillBox, openPanel, panel, runCommand, themes, wears } from "../host/workbench";
import { reportFailure } from "./failureReport";

/** A real VS Code with Gatehouse, its own gateway, and a workspace that may be changed. */
export interface PanelWindow {
	readonly window: BrowserWindow;
	readonly gateway: DemoGateway;
	readonly workspace: string;
	/** The current page of the panel; call this again after a reload. */
	readonly panel: FrameLocator;
	close(): Promise<void>;
}

/**
 * Keeps quick picks open when the focus changes late: without a user, the focus moves faster than VS Code follows, more
 * so on a slow machine.
 */
const quickInputsStay = { "workbench.quickOpen.closeOnFocusLost": false };

/** Turns animations off: they take a fifth of a window's processor time, and clicks wait until they have ended. */
const nothingMoves = { "workbench.reduceMotion": "on" };

/** The key that the tests' gateways accept. */
export const demoKey = "sk-demo-ui-0123456789";

/**
 * Options of the window. With `baseSettings`, such as `defaultSettings`, nothing else is set: the window also has VS
 * Code's own theme.
 */
export interface PanelWindowOptions extends BrowserWindowOptions {
	/** Whether Gatehouse is connected to the gateway from the start; true by default. */
	readonly connected?: boolean;
	/** The model that the panel shows when it is connected; `demo-chat` by default. */
	readonly model?: string;
	/** The gateway's models; its built-in models by default. */
	readonly models?: readonly Model[];
	/** Makes the folder that is opened; a copy of the sample workspace unless given. */
	readonly makeWorkspace?: () => Promise<TemporaryFolder>;
	/** Interval between two pieces of a streamed answer, in milliseconds; 0 by default. */
	readonly streamDelayMs?: number;
}

/** Opens the window with the panel. Close it in `after`. */
export async function openPanelWindow(options: PanelWindowOptions = {}): Promise<PanelWindow> {
	const { connected = true, model = "demo-chat", models, streamDelayMs = 0, makeWorkspace, ...windowOptions } = options;
	const gateway = await startGateway({ keys: [demoKey], streamDelayMs, ...(models && { models }) });
	const workspace = await (makeWorkspace ?? copySampleWorkspace)();
	let window: BrowserWindow | undefined;
	const close = async () => {
		await window?.close();
		await gateway.close();
		await workspace.remove();
	};
	const tamed =
		windowOptions.baseSettings === undefined ? { ...followColorScheme, ...quickInputsStay, ...nothingMoves } : {};
	try {
		window = await openBrowserWindow({
			extensionDevelopmentPath: repositoryFolder,
			folder: workspace.path,
			...windowOptions,
			env: {
				...(connected ? { GATEHOUSE_DEMO_URL: gateway.url, GATEHOUSE_DEMO_KEY: demoKey } : {}),
				...windowOptions.env,
			},
			settings: { ...tamed, ...windowOptions.settings },
		});
		const { page } = window;
		await openPanel(page);
		if (windowOptions.baseSettings === undefined) await wears(page, themes.dark);
		if (connected) await chooseModel(panel(page)).getByText(model).waitFor();
		return { window, gateway, workspace: workspace.path, panel: panel(page), close };
	} catch (error) {
		await reportFailure(`opening-a-panel-window-${process.pid}`);
		await close();
		throw error;
	}
}

export const messageBox = (frame: FrameLocator): Locator => frame.getByRole("textbox", { name: "Message" });
/** The message box while it has the focus. */
export const focusedBox = (frame: FrameLocator): Locator => frame.locator(".composer > textarea:focus");
export const sendButton = (frame: FrameLocator): Locator => frame.getByRole("button", { name: "Send" });
export const stopButton = (frame: FrameLocator): Locator => frame.getByRole("button", { name: "Stop" });
export const chooseModel = (frame: FrameLocator): Locator =>
	frame.getByRole("button", { name: /^(Choose model|Choisir le modèle)/ }).last();
export const questions = (frame: FrameLocator): Locator =>
	frame.getByRole("log", { name: "Conversation" }).getByRole("article", { name: "You" });

/** Returns the answers of a model. */
export const answers = (frame: FrameLocator, model = "demo-chat"): Locator =>
	frame.getByRole("log", { name: "Conversation" }).getByRole("article", { name: model });

/** Types a question and sends it. */
export async function send(frame: FrameLocator, text: string): Promise<void> {
	await fillBox(messageBox(frame), text);
	await sendDraft(frame);
}

/** Sends the typed text as soon as possible. Until then, such as while an answer streams, Enter does nothing. */
export async function sendDraft(frame: FrameLocator): Promise<void> {
	await frame.getByRole("button", { name: "Send", exact: true, disabled: false }).waitFor();
	await messageBox(frame).press("Enter");
}

/** Types a question, sends it, and waits until the answer has ended. */
export async function ask(frame: FrameLocator, text: string, model = "demo-chat"): Promise<Locator> {
	const before = await answers(frame, model).count();
	await send(frame, text);
	const answer = answers(frame, model).nth(before);
	await answer.getByRole("button", { name: "Retry", exact: true }).first().waitFor();
	return answer;
}

/** Begins a new conversation, and waits until the previous one is gone: text typed earlier would be lost with it. */
export async function newConversation({ window, panel }: PanelWindow): Promise<void> {
	await runCommand(window.page, "Gatehouse: New Conversation");
	await questions(panel).first().waitFor({ state: "detached" });
}

/** Returns the current content of the file in the workspace. */
export const fileText = ({ workspace }: PanelWindow, name: string): Promise<string> =>
	readFile(join(workspace, name), "utf8");
