// A fresh VS Code keeps the secondary side bar for its own chat; `npm start` must show Gatehouse's panel.
import { commands } from "vscode";

export async function activate() {
	await commands.executeCommand("gatehouse.chat.focus");
}
