// Starts the extension host's workers in a Node without SQLite, so that what Gatehouse does in an older VS Code can be seen.
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
