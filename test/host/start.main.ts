// `npm start [-- --check] [-- --gateway URL]`: VS Code with Gatehouse, connected to a gateway.
//   --check        use it once as a user would, without a window, and exit
//   --gateway URL  this gateway instead of the demo gateway; its key comes from GATEHOUSE_DEMO_KEY
import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../src/core/base/errors";
import { openBrowserWindow } from "./browser/browserWindow";
import { checkWalk } from "./checkWalk";
import { untilInterrupted } from "./interrupt";
import { repositoryFolder } from "./paths";
import { copyAgentWorkspace } from "./sampleWorkspace";
import { type OpenGateway, startGatewayFor } from "./startGatewayFor";
import { quietSettings, userSettingsFile, writeSettings } from "./vscode/userSettings";
import { resolveDesktop } from "./vscode/vscodeExecutable";
import { openVscodeSite } from "./vscode/vscodeSite";

const interrupted = untilInterrupted();
const tell = (line: string) => console.log(`gatehouse: ${line}`);

/** The theme follows the machine's; everything else is as in a new installation of VS Code. */
const settings = { "window.autoDetectColorScheme": true };

/** Installs the small extension that shows Gatehouse's panel; a served VS Code can run only one extension from its folder. */
const installPanelOpener = (extensionsDir: string) =>
	cp(join(repositoryFolder, "test", "host", "panelOpener"), join(extensionsDir, "gatehouse.panel-opener-0.0.0"), {
		recursive: true,
	});

interface Start {
	readonly folder: string;
	readonly env: Readonly<Record<string, string>>;
}

async function check({ folder, env }: Start): Promise<number> {
	const window = await openBrowserWindow({ extensionDevelopmentPath: repositoryFolder, folder, env });
	try {
		const walk = checkWalk(window, tell).then(() => tell("all of it works"));
		return (await Promise.race([walk, interrupted])) ?? 0;
	} finally {
		await window.close();
	}
}

/** Opens desktop VS Code and waits until it is closed. */
async function showOnDesktop(executable: string, { folder, env }: Start): Promise<number> {
	const data = await mkdtemp(join(tmpdir(), "gatehouse-"));
	await writeSettings(userSettingsFile(data), { ...quietSettings, ...settings });
	const extensionsDir = join(data, "extensions");
	await installPanelOpener(extensionsDir);
	const dirs = [`--user-data-dir=${data}`, `--extensions-dir=${extensionsDir}`];
	const flags = ["--disable-workspace-trust", "--skip-welcome", "--skip-release-notes", "--disable-updates"];
	const args = [folder, `--extensionDevelopmentPath=${repositoryFolder}`, ...dirs, ...flags];
	const child = spawn(executable, args, { env: { ...process.env, ...env }, stdio: "ignore" });
	const ended = new Promise<number>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve(code ?? 1));
	});
	tell("VS Code opens; close it, or press Ctrl+C, to end");
	const code = await Promise.race([ended, interrupted.then(() => 0)]);
	child.kill();
	await ended;
	await rm(data, { recursive: true, force: true, maxRetries: 5 });
	return code;
}

/** Serves VS Code to the user's own browser until Ctrl+C. */
async function serve({ folder, env }: Start): Promise<number> {
	const extensionsDir = await mkdtemp(join(tmpdir(), "gatehouse-"));
	await installPanelOpener(extensionsDir);
	const site = await openVscodeSite({
		extensionDevelopmentPath: repositoryFolder,
		extensionsDir,
		folder,
		settings,
		env,
		auth: "password",
		idleLimit: null,
	});
	tell(`VS Code is at\n\n    ${site.url}\n\n    password: ${site.password}\n`);
	tell("Ctrl+C ends it");
	const ended = await Promise.race([site.ended, interrupted.then(() => null)]);
	const output = site.serverOutput();
	await site.close();
	await rm(extensionsDir, { recursive: true, force: true });
	if (ended !== null) throw new Error(`${ended}\n${output.slice(-2000)}`);
	return 0;
}

async function start(gateway: OpenGateway, checking: boolean): Promise<number> {
	const workspace = await copyAgentWorkspace();
	try {
		const env = { GATEHOUSE_DEMO_URL: gateway.url, GATEHOUSE_DEMO_KEY: gateway.key };
		const parts: Start = { folder: workspace.path, env };
		if (checking) return await check(parts);
		const desktop = await resolveDesktop();
		return desktop ? await showOnDesktop(desktop.executable, parts) : await serve(parts);
	} finally {
		await workspace.remove();
	}
}

async function main(): Promise<number> {
	const { values } = parseArgs({ options: { check: { type: "boolean" }, gateway: { type: "string" } } });
	const gateway = await startGatewayFor(values.gateway);
	tell(`connecting to ${gateway.description}`);
	try {
		return await start(gateway, values.check ?? false);
	} finally {
		await gateway.close();
	}
}

const code = await main().catch((error) => {
	console.error(`gatehouse: ${messageOf(error)}`);
	return 1;
});
process.exit(code);
