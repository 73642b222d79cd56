// Sets up the VS Code, the browser and the Node that tests run in, unless they are there: what `npm test` does while the
// first tests run.
import { canHostBrowser } from "../browser/browserHost";
import { browserExecutable } from "../vscode/vscodeExecutable";

if (canHostBrowser()) {
	await browserExecutable().catch((error: unknown) => {
		console.error(`gatehouse: ${error instanceof Error ? error.message : error}`);
		process.exitCode = 1;
	});
}
