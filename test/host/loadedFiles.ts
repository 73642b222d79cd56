import { realpathSync } from "node:fs";
import { Session } from "node:inspector";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the paths of the JavaScript files below a folder that this process has loaded, as reported by V8. */
export function loadedFiles(folder: string): readonly string[] {
	const urls = new Set<string>();
	const session = new Session();
	session.connect();
	session.on("Debugger.scriptParsed", ({ params }) => urls.add(params.url));
	// Reports every existing script before it returns.
	session.post("Debugger.enable");
	session.disconnect();
	const paths = [...urls].flatMap((url) => (url.startsWith("file:") ? fileURLToPath(url) : url));
	// Node loads files by their real paths, not by those of links.
	const real = realpathSync(folder) + sep;
	return paths.filter((path) => path.startsWith(real));
}
