// Evaluates one bundle in a new process and sends the time in milliseconds to its parent. Arguments: the bundle, and
// the stub of `vscode`, which is loaded first.
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

const [bundle = "", vscode = ""] = process.argv.slice(2);
await import(pathToFileURL(vscode).href);
// VS Code's extension host has loaded these long before any extension: their time is not an extension's own.
const present =
	"assert buffer child_process crypto events fs fs/promises http http2 https net os path process stream".split(" ");
for (const name of [...present, "string_decoder", "tls", "tty", "url", "util", "worker_threads", "zlib"]) {
	await import(`node:${name}`);
}
new Request("http://127.0.0.1", { headers: new Headers(), signal: new AbortController().signal });
new Blob([]).stream();

const require = createRequire(import.meta.url);
const begun = performance.now();
// Each bundle is loaded as in VS Code.
if (bundle.endsWith(".cjs")) require(bundle);
else await import(pathToFileURL(bundle).href);
process.send?.(performance.now() - begun);
