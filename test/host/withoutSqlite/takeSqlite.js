// Starts the extension host's workers in a Node without SQLite, to show how Gatehouse behaves in an older VS Code.
import { createRequire, syncBuiltinESMExports } from "node:module";

export function activate() {
	const threads = createRequire(import.meta.url)("node:worker_threads");
	threads.Worker = class extends threads.Worker {
		constructor(script, options) {
			super(script, { ...options, execArgv: ["--no-experimental-sqlite"] });
		}
	};
	syncBuiltinESMExports();
}
