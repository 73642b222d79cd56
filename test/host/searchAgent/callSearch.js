// An extension with an agent that searches once and shows the result.
import { commands, lm, window } from "vscode";

export function activate(context) {
	const search = async () => {
		try {
			const input = { query: "what is left of the budget" };
			await lm.invokeTool("gatehouse_search", { input, toolInvocationToken: undefined });
			window.showInformationMessage("The agent got an answer.");
		} catch (error) {
			window.showInformationMessage(`The agent got: ${error.name}: ${error.message}`);
		}
	};
	context.subscriptions.push(commands.registerCommand("searchAgent.search", search));
}
