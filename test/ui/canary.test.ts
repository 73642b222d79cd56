import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DemoGateway, startGateway } from "../gateway/demoGateway";
import { descendants } from "../host/processTree";
import {
	chooseFromEditorMenu,
	notifications,
	openFile,
	reloadWindow,
	runCommand,
	selectLines,
} from "../host/workbench";
import { connectByWizard, openWizard } from "./connections/connectByWizard";
import { longRun } from "./longRun";
import { answers, ask, chooseModel, messageBox, openPanelWindow, type PanelWindow, questions } from "./panelWindow";
import { filesHolding } from "./search/filesHolding";

/** A key that can be found in any text. */
const canary = "sk-canary-7f3a9c51e2d84b06";
/** The forms in which servers may echo the key. */
const inBasic = Buffer.from(`user:${canary}`).toString("base64");
const inAddress = [...canary].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");

describe("key: where it may be seen", () => {
	let t: PanelWindow;
	let gateway: DemoGateway;
	let elsewhere: DemoGateway;
	let profileDir: string;
	/** The content of the screen at each step. */
	const seen: string[] = [];

	before(async () => {
		gateway = await startGateway({ keys: [canary], streamDelayMs: 0 });
		elsewhere = await startGateway({ streamDelayMs: 0 });
		profileDir = await mkdtemp(join(tmpdir(), "gatehouse-profile-"));
		t = await openPanelWindow({ connected: false, profileDir });
	});
	after(async () => {
		await t?.close();
		await gateway?.close();
		await elsewhere?.close();
		await rm(profileDir, { recursive: true, force: true, maxRetries: 5 });
	});

	/** Records everything that the window and the panel show, including hidden text and attributes. */
	const look = async () => {
		seen.push(await t.window.page.content(), await t.panel.locator("html").evaluate((html) => html.outerHTML));
	};

	it("is in SecretStorage and in requests to its origin, and nowhere else", async () => {
		const { page } = t.window;
		const requestsTo = (path: string) => gateway.requests.filter((request) => request.path === path).length;

		await openWizard(page);
		await connectByWizard(page, gateway.url, canary);
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await look();

		await ask(t.panel, "Hello?");
		await openFile(page, "budget.ts");
		await selectLines(page, 9, 16);
		await chooseFromEditorMenu(page, "Gatehouse", "Explain Selection");
		// In a new conversation.
		await questions(t.panel).getByText("Hello?").waitFor({ state: "detached" });
		await answers(t.panel).first().getByRole("button", { name: "Retry", exact: true }).first().waitFor();

		// Gateways that echo the key: in an error's text, in the middle of a stream, in a model's answer to a check.
		const forms = `Authorization: Bearer ${canary}, Basic ${inBasic}, ?key=${inAddress}`;
		const echo = { error: { message: `Invalid key ${canary}; got ${forms}` } };
		gateway.script({ status: 401, json: echo });
		const refused = await ask(t.panel, "And now?");
		await refused.getByText("refused the key").waitFor();
		await refused.getByText("Invalid key").first().waitFor();
		gateway.script({
			chunks: [
				{
					type: "bytes",
					data: `data: {"choices":[{"delta":{"content":"Half"}}]}\n\ndata: ${JSON.stringify(echo)}\n\n`,
				},
			],
		});
		await (await ask(t.panel, "Again?")).getByText("refused the key").waitFor();
		gateway.script({ status: 400, json: echo });
		await runCommand(page, "Gatehouse: Refresh Models");
		await notifications(page).getByText("Invalid key").first().waitFor({ state: "attached" });
		await look();

		// A redirect to another origin is not followed with the key.
		gateway.script({ status: 307, headers: { location: `${elsewhere.url}/v1/chat/completions` } });
		await (await ask(t.panel, "Where to?")).getByText("redirects to").waitFor();
		await look();

		if (longRun) {
			await reloadWindow(page);
			await messageBox(t.panel).waitFor();
			await questions(t.panel).getByText("Where to?").waitFor();
			await chooseModel(t.panel).getByText("demo-chat").waitFor();
		}
		const before = requestsTo("/v1/chat/completions");
		await ask(t.panel, "Still there?");
		assert.equal(requestsTo("/v1/chat/completions"), before + 1, "the stored key is used");
		await runCommand(page, "Gatehouse: Show Log");
		await look();

		// The address is checked, and the gateway asked for its description, before the key is asked for.
		const [checked, described, ...withKey] = gateway.requests;
		assert.equal(checked?.headers.authorization, undefined);
		assert.equal(described?.headers.authorization, undefined);
		for (const request of withKey) {
			assert.equal(request.headers.authorization, `Bearer ${canary}`);
			assert.ok(!request.target.includes(canary) && !request.body.includes(canary));
		}
		assert.deepEqual(elsewhere.requests, []);
		for (const form of [canary, inBasic, inAddress]) {
			const { searched, holding } = await filesHolding(form, [t.window.userDataDir, t.workspace, profileDir]);
			assert.ok(searched > 50, `only ${searched} files were searched`);
			assert.deepEqual(holding, []);
		}
		for (const form of [canary, inBasic, inAddress]) {
			for (const html of seen) assert.ok(!html.includes(form), `the key is on the screen: ${form}`);
		}
		assert.ok(seen.some((html) => html.includes("[key]")));
		assert.deepEqual(
			t.window.logs.filter((line) => line.includes(canary)),
			[],
		);
		const processes = [t.window.serverPid, ...descendants(t.window.serverPid)];
		assert.ok(processes.length > 2);
		for (const pid of processes) {
			for (const what of ["cmdline", "environ"]) {
				assert.ok(!processText(pid, what).includes(canary), `the key is in the ${what} of a process`);
			}
		}
	});
});

/** Returns a process's arguments or environment; empty if it has ended meanwhile. */
function processText(pid: number, what: string): string {
	try {
		return readFileSync(`/proc/${pid}/${what}`, "latin1");
	} catch (error) {
		if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
		throw error;
	}
}
