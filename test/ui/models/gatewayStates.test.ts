import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { openBrowserWindow } from "../../host/browser/browserWindow";
import { deadline } from "../../host/deadline";
import { bundlesFolder, repositoryFolder } from "../../host/paths";
import { copySampleWorkspace, type TemporaryFolder } from "../../host/sampleWorkspace";
import { clickShown, tryAgain } from "../../host/tryAgain";
import { defaultSettings } from "../../host/vscode/userSettings";
import { quickInput } from "../../host/workbench";
import { describeLong } from "../longRun";
import { pictureOf } from "../screenshot";
import type { GatewayState } from "./gatewayStates.main";

const key = "sk-gateway-states-0123456789";

/** Time limit for a window, in milliseconds. */
const limit = 200_000;
/** The longest that selecting models, and ending a request, may take, in milliseconds: no request is waited for. */
const atOnce = 5_000;

/** Each in its own window with VS Code's default settings, and the state that the last one saved. */
describeLong("language models: without a gateway that answers", () => {
	let gateway: DemoGateway | undefined;
	let folder: string;
	const workspaces: TemporaryFolder[] = [];
	/** The browser keeps secrets for each port separately. */
	let port = 0;

	before(async () => {
		gateway = await startGateway({ keys: [key], streamDelayMs: 0 });
		folder = await mkdtemp(join(tmpdir(), "gatehouse-states-"));
	});
	after(async () => {
		await gateway?.close();
		for (const workspace of workspaces) await workspace.remove();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/**
	 * Opens a window, and returns what another extension got in it.
	 *
	 * @param inPicker matches the text of an entry of the model picker in VS Code's Chat view.
	 * @param asked if given, the request is cancelled then.
	 */
	async function stateIn(name: string, inPicker: RegExp, asked?: Promise<unknown>): Promise<GatewayState> {
		const result = join(folder, `${name}.json`);
		const workspace = await copySampleWorkspace();
		workspaces.push(workspace);
		const window = await openBrowserWindow({
			extensionDevelopmentPath: repositoryFolder,
			extensionTestsPath: join(bundlesFolder, "ui", "models", "gatewayStates.main.js"),
			folder: workspace.path,
			baseSettings: defaultSettings,
			userDataDir: join(folder, "userData"),
			profileDir: join(folder, "profile"),
			port,
			env: {
				GATEHOUSE_STATE: name,
				GATEHOUSE_STATE_CANCEL: asked ? "1" : "",
				GATEHOUSE_STATE_RESULT: result,
				GATEHOUSE_STATE_URL: gateway?.url ?? "",
				GATEHOUSE_STATE_KEY: key,
			},
		});
		port = window.port;
		const { page } = window;
		const inPage = async () => {
			if (asked) {
				await asked;
				await writeFile(`${result}.asked`, "");
			}
			await page.locator(".statusbar-item", { hasText: "the request has ended" }).waitFor();
			await assertNoPrompt(page);
			await showPicker(page, inPicker);
			await pictureOf(page, `gateway-${name}`);
			await writeFile(`${result}.shown`, "");
		};
		try {
			const [, code] = await deadline(Promise.all([inPage(), window.testsEnded]), limit, `${name} did not end in time`);
			assert.equal(code, 0, window.logs.slice(-10).join("\n"));
			// VS Code saves the window's state when its page is closed.
			await page.goto("about:blank");
			return JSON.parse(await readFile(result, "utf8"));
		} finally {
			await window.close();
		}
	}

	/** Opens the model picker of VS Code's Chat view. Tries again: the view may be redrawn under the mouse. */
	async function showPicker(page: Page, entry: RegExp): Promise<void> {
		const button = page.locator(".chat-input-picker-label").filter({ hasText: /^(demo-|Models)/ });
		const found = page.locator(".action-widget").getByText(entry).first();
		await tryAgain(
			async (timeout) => {
				await clickShown(button, timeout);
				await found.waitFor({ timeout });
			},
			() => page.keyboard.press("Escape"),
		);
	}

	/** Asserts that nothing asks the user anything. */
	async function assertNoPrompt(page: Page): Promise<void> {
		assert.equal(await quickInput(page).count(), 0, "a quick input is open");
		assert.equal(await page.locator(".monaco-dialog-box").count(), 0, "a dialog is open");
		const toasts = await page.locator(".notifications-toasts .notification-list-item").allInnerTexts();
		assert.deepEqual(
			toasts.filter((text) => /gatehouse/i.test(text)),
			[],
		);
	}

	function assertStarted({ loaded, selecting, models }: GatewayState): void {
		assert.deepEqual(loaded, ["extension"], "nothing but the shell has been loaded");
		assert.ok(selecting < atOnce, `${selecting} ms`);
		assert.ok(models.includes("demo-echo"));
	}

	it("is empty without one", async () => {
		const state = await stateIn("none", /./);
		assert.deepEqual([state.loaded, state.models], [["extension"], []]);
		assert.ok(state.selecting < atOnce, `${state.selecting} ms`);
	}).timeout(limit);

	it("has its models once it is connected", async () => {
		const { models, outcome } = await stateIn("connect", /127\.0\.0\.1/);
		assert.ok(models.includes("demo-echo"));
		assert.deepEqual(outcome, { code: "", text: "hello" });
	}).timeout(limit);

	it("lets a request to a silent gateway be cancelled at once", async () => {
		const address = new URL(gateway?.url ?? "");
		await gateway?.close();
		const silent = await silentServer(Number(address.port));
		try {
			const state = await stateIn("silent", /127\.0\.0\.1/, silent.asked);
			assertStarted(state);
			assert.equal(state.outcome?.code, "", state.outcome?.text);
			assert.ok(Number(state.ending) < atOnce, `${state.ending} ms`);
		} finally {
			await silent.close();
		}
	}).timeout(limit);

	it("says that an unreachable gateway cannot be reached, after a request has failed with that", async () => {
		const state = await stateIn("unreachable", /cannot be reached/);
		assertStarted(state);
		assert.equal(state.outcome?.code, "Error");
		assert.match(state.outcome?.text ?? "", /could not be reached|cannot be reached|refused the connection/i);
	}).timeout(limit);

	it("says that a key was refused, after a request has failed with that, and in the next window", async () => {
		const { port: gatewayPort } = new URL(gateway?.url ?? "");
		gateway = await startGateway({ port: Number(gatewayPort), keys: ["sk-another-0123456789"], streamDelayMs: 0 });
		for (const name of ["refused", "refused-before"]) {
			const state = await stateIn(name, /the gateway refused the key/);
			assertStarted(state);
			assert.equal(state.outcome?.code, "NoPermissions");
		}
	}).timeout(2 * limit);
});

/** Starts a server that accepts connections, and what they send, and never answers. */
async function silentServer(port: number) {
	const sockets = new Set<Socket>();
	let server: Server | undefined;
	const asked = new Promise<void>((resolve, reject) => {
		server = createServer((socket) => {
			sockets.add(socket);
			// The other side may break the connection.
			socket.on("error", () => {});
			socket.once("data", () => resolve());
		});
		server.once("error", reject);
	});
	await new Promise<void>((resolve) => server?.listen(port, "127.0.0.1", resolve));
	const close = () =>
		new Promise<void>((resolve) => {
			for (const socket of sockets) socket.destroy();
			server?.close(() => resolve());
		});
	return { asked, close };
}
