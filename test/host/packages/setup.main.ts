// Sets up the VS Code, the browser and the Node in which tests run, unless they are installed. `npm test` does this while the
// first tests run.
import { canHostBrowser } from "../browser/browserHost";
import { browserExecutable } from "../vscode/vscodeExecutable";

if (canHostBrowser()) {
	await browserExecutable().catch((error: unknown) => {
		console.error(`gatehouse: ${error instanceof Error ? error.message : error}`);
		process.exitCode = 1;
	});
}
