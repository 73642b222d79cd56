// Opens the link of the environment: its path and query; VS Code's own scheme differs between its builds.
import { commands, env, Uri } from "vscode";

export function activate(context) {
	const open = async () => {
		const link = `${env.uriScheme}://gatehouse.gatehouse${process.env.GATEHOUSE_TEST_LINK}`;
		await commands.executeCommand("vscode.open", Uri.parse(link));
	};
	context.subscriptions.push(commands.registerCommand("openLink.open", open));
}
