import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthority } from "../../gateway/certificates";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { type HttpProxy, startHttpProxy } from "../../gateway/httpProxy";
import { startTlsFront, type TlsFront } from "../../gateway/tlsFront";
import { leaveQuickInput, pickByCommand } from "../../host/quickInput";
import {
	chooseFromEditorMenu,
	openFile,
	quickInput,
	reloadWindow,
	runCommand,
	selectLines,
} from "../../host/workbench";
import { longRun } from "../longRun";
import {
	answers,
	ask,
	chooseModel,
	demoKey,
	messageBox,
	openPanelWindow,
	type PanelWindow,
	questions,
} from "../panelWindow";
import { screenshot } from "../screenshot";
import { written } from "../written";
import { connectByWizard, openWizard, typeAddress } from "./connectByWizard";

const day = 24 * 60 * 60 * 1000;
const credentials = "user:proxy-password";

describe("proxy: with its own certificate authority", () => {
	let folder: string;
	let gateway: DemoGateway;
	let front: TlsFront;
	let proxy: HttpProxy;
	let t: PanelWindow;

	before(async () => {
		const authority = createAuthority();
		gateway = await startGateway({ keys: [demoKey], streamDelayMs: 0 });
		const gatewayPort = Number(new URL(gateway.url).port);
		front = await startTlsFront({
			to: gatewayPort,
			certificate: authority.issue({ names: ["gateway.test"] }),
			certificates: {
				"expired.test": authority.issue({ names: ["expired.test"], until: new Date(Date.now() - day / 2) }),
				"unknown.test": createAuthority("A stranger").issue({ names: ["unknown.test"] }),
			},
		});
		const { port } = front;
		proxy = await startHttpProxy({
			credentials,
			// Only the proxy knows these names; "renamed.test" is shown the certificate of gateway.test.
			hosts: {
				"gateway.test": port,
				"expired.test": port,
				"unknown.test": port,
				"renamed.test": port,
				"plain.test": gatewayPort,
				"forbidden.test": { status: 403 },
			},
		});
		folder = await mkdtemp(join(tmpdir(), "gatehouse-authority-"));
		const trusted = join(folder, "authority.pem");
		await writeFile(trusted, authority.pem);
		t = await openPanelWindow({
			connected: false,
			settings: {
				"http.proxy": proxy.urlWith(credentials),
				// No proxy listens there. By itself, VS Code bypasses proxies only for 127.0.0.1 and localhost.
				"http.noProxy": ["127.0.0.2"],
				// VS Code's own requests obey this setting. Those of extensions do not: they refuse an unknown
				// authority anyway.
				"http.proxyStrictSSL": false,
			},
			env: {
				// Where OpenSSL, and so VS Code, finds the operating system's certificates.
				SSL_CERT_FILE: trusted,
				// For processes that ignore VS Code's settings: any of the server's, including workers.
				NODE_USE_ENV_PROXY: "1",
				HTTP_PROXY: proxy.urlWith(credentials),
				HTTPS_PROXY: proxy.urlWith(credentials),
				NO_PROXY: "",
				http_proxy: undefined,
				https_proxy: undefined,
				no_proxy: undefined,
			},
		});
	});
	after(async () => {
		await t?.close();
		await proxy?.close();
		await front?.close();
		await gateway?.close();
		await rm(folder, { recursive: true, force: true });
	});

	const begin = () => openWizard(t.window.page);

	/** The number of requests to the gateway, by path. */
	const operations = () => {
		const counts: Record<string, number> = {};
		for (const { method, path } of gateway.requests) {
			counts[`${method} ${path}`] = (counts[`${method} ${path}`] ?? 0) + 1;
		}
		return counts;
	};

	it("connects and chats; of everything that it does, only the requests to the gateway leave the machine", async () => {
		const { page, port } = t.window;
		const pageHosts = new Set<string>();
		page.context().on("request", (request) => pageHosts.add(new URL(request.url()).host));
		await begin();
		await connectByWizard(page, "https://gateway.test", demoKey);
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await (await ask(t.panel, "Hello through the proxy?")).getByText("stand-in").first().waitFor();

		await openFile(page, "budget.ts");
		await selectLines(page, 9, 16);
		await chooseFromEditorMenu(page, "Gatehouse", "Explain Selection");
		// In a new conversation.
		await questions(t.panel).getByText("Hello through the proxy?").waitFor({ state: "detached" });
		await answers(t.panel).first().getByRole("button", { name: "Retry", exact: true }).first().waitFor();

		const refreshed = gateway.nextRequest(({ path }) => path === "/v1/models");
		await runCommand(page, "Gatehouse: Refresh Models");
		await refreshed;
		await pickByCommand(page, "Gatehouse: Select Model", "demo-echo");
		await chooseModel(t.panel).getByText("demo-echo").waitFor();

		if (longRun) {
			await written(page, "gatehouse.modelsOf", '"chat":"demo-echo"');
			await reloadWindow(page);
			await messageBox(t.panel).waitFor();
			await chooseModel(t.panel).getByText("demo-echo").waitFor();
		}
		await ask(t.panel, "And now, after a reload or not?", "demo-echo");

		assert.ok(proxy.requests.length > 0);
		for (const request of proxy.requests) {
			assert.deepEqual(request, { method: "CONNECT", target: "gateway.test:443", authenticated: true });
		}
		// The pages, including Gatehouse's, send requests only to VS Code's server. A webview's resource has its own
		// host name, which no network knows. A blob has none.
		const served = new RegExp(
			`^(?:|127\\.0\\.0\\.1:${port}|vscode-remote\\+[^.]+\\.vscode-resource\\.vscode-cdn\\.net)$`,
		);
		assert.ok(pageHosts.size > 0);
		for (const host of pageHosts) assert.match(host, served);
		assert.deepEqual(operations(), {
			// To check the address, then the key when it is entered, and because the user asked for it.
			"GET /v1/models": 3,
			// The gateway's description of itself, before the key is asked for.
			"GET /.well-known/gatehouse.json": 1,
			// A question, an explanation, a question.
			"POST /v1/chat/completions": 3,
		});
	});

	for (const [host, says, name] of [
		["expired.test", "has expired (CERT_HAS_EXPIRED)", "an expired certificate"],
		["renamed.test", "is for another name (gateway.test)", "a wrong host name"],
		["unknown.test", /authority .*does not know/, "an unknown authority"],
		["plain.test", "does not use https", "a server without TLS"],
		["forbidden.test", /proxy does not allow .*https:\/\/forbidden\.test/, "what the proxy forbids"],
		["nowhere.test", /proxy cannot reach https:\/\/nowhere\.test .*502/, "what the proxy does not know"],
	] as const) {
		// Every run has only the first case and one of the proxy's; unit tests cover all of them.
		if (!longRun && !["expired.test", "forbidden.test"].includes(host)) continue;
		it(`the wizard names ${name}`, async () => {
			const { page } = t.window;
			const before = gateway.requests.length;
			await begin();
			await typeAddress(page, `https://${host}`);
			await quickInput(page).getByText(says).first().waitFor();
			await leaveQuickInput(page);
			// Counted, as every other request would have been.
			assert.equal(proxy.requests.at(-1)?.target, `${host}:443`);
			assert.equal(gateway.requests.length, before, "the key was sent");
		});
	}

	it("a host of http.noProxy is asked without the proxy", async () => {
		const { page } = t.window;
		const before = proxy.requests.length;
		await begin();
		await typeAddress(page, "https://127.0.0.2");
		const says = "https://127.0.0.2 cannot be reached (ECONNREFUSED)";
		await quickInput(page).getByText(says).first().waitFor();
		await leaveQuickInput(page);
		assert.equal(proxy.requests.length, before);
	});

	it("the panel says that the proxy refuses the password; Retry succeeds once it accepts it", async () => {
		const before = gateway.requests.length;
		proxy.demand("user:a-newer-password");
		const refused = await ask(t.panel, "Which password?", "demo-echo");
		await refused.getByText("The proxy requires a user name and a password").waitFor();
		assert.deepEqual(proxy.requests.at(-1), {
			method: "CONNECT",
			target: "gateway.test:443",
			authenticated: false,
			refusal: 407,
		});
		assert.equal(gateway.requests.length, before);
		assert.ok(!(await t.panel.locator("html").innerHTML()).includes("proxy-password"), "the password is on the screen");
		await screenshot(t.window.page, "proxies-password-dark");

		proxy.demand(credentials);
		const asked = gateway.nextRequest();
		await refused.getByRole("button", { name: "Retry", exact: true }).first().click();
		assert.equal((await asked).path, "/v1/chat/completions");
		await answers(t.panel, "demo-echo").getByText("Which password?").waitFor();
	});
});
