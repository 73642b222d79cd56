import * as vscode from "vscode";
import { Disposables } from "../core/base/disposables";
import type { Disposable } from "../shared/disposable";
import { type Commands, focusChat } from "./commands";
import { openWalkthrough } from "./firstSteps";

/** Registers the commands that only show a part of VS Code's window, or move one. */
export function registerWindowCommands(commands: Commands, channel: vscode.LogOutputChannel): Disposable {
	const disposables = new Disposables();
	disposables.add(commands.register("showLog", () => channel.show()));
	disposables.add(commands.register("openSettings", openSettings));
	disposables.add(commands.register("getStarted", openWalkthrough));
	disposables.add(commands.register("moveToSecondarySideBar", moveToSecondarySideBar));
	disposables.add(commands.register("moveToActivityBar", moveToActivityBar));
	return disposables;
}

/** Shows Gatehouse's settings in VS Code's settings editor. */
async function openSettings(): Promise<void> {
	await vscode.commands.executeCommand("workbench.action.openSettings", "@ext:gatehouse.gatehouse");
}

/** Moves the panel to the secondary side bar, and shows it there. */
async function moveToSecondarySideBar(): Promise<void> {
	const destinationId = "workbench.view.extension.gatehouse-secondary";
	await vscode.commands.executeCommand("vscode.moveViews", { viewIds: ["gatehouse.chat"], destinationId });
	await vscode.commands.executeCommand(focusChat);
}

/** Moves the panel back to its place in the activity bar, and shows it there. */
async function moveToActivityBar(): Promise<void> {
	await vscode.commands.executeCommand("gatehouse.chat.resetViewLocation");
	await vscode.commands.executeCommand(focusChat);
}
