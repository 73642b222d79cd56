// Opens a link, with VS Code's own scheme, which differs between its builds; the file that GATEHOUSE_TEST_LINK names
// contains the link's path and query. The file that GATEHOUSE_TEST_GATEWAYS names replaces the administrators' file,
// which only they can write.
import { readFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { commands, env, Uri } from "vscode";

const { GATEHOUSE_TEST_LINK: linkFile, GATEHOUSE_TEST_GATEWAYS: gatewaysFile } = process.env;

export function activate(context) {
	const open = async () => {
		const link = `${env.uriScheme}://gatehouse.gatehouse${readFileSync(linkFile, "utf8")}`;
		await commands.executeCommand("vscode.open", Uri.parse(link));
	};
	context.subscriptions.push(commands.registerCommand("openLink.open", open));
	const files = createRequire(import.meta.url)("node:fs/promises");
	for (const name of ["open", "stat"]) {
		const real = files[name];
		files[name] = (path, ...more) => real(path === "/etc/gatehouse/gateways.json" ? gatewaysFile : path, ...more);
	}
	syncBuiltinESMExports();
}
