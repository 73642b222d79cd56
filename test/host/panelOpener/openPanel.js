// A fresh VS Code keeps the secondary side bar for its own chat; `npm start` is about Gatehouse's.
import { commands } from "vscode";

export async function activate() {
	await commands.executeCommand("gatehouse.chat.focus");
}
