import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RecordedRequest } from "../../gateway/recordedRequest";
import { extensionHostPid } from "../../host/processTree";
import { openPanel, runCommand } from "../../host/workbench";
import { embeddedTexts, isEmbedding } from "../hostile/embeddedTexts";
import { connectInstalled, openInstalledWindow } from "../installedWindow";
import { describeLong } from "../longRun";
import { chooseModel, type PanelWindow } from "../panelWindow";
import { buildCommand, indexStatus, rowOf, told } from "./searchParts";
import { writeParcels } from "./writeParcels";

/** Number of files in the workspace: those created, and its own four. */
const made = 240;
const files = made + 4;

/** The kills that are tried while the index is built. `search/kill.test.ts` kills the same code in every run. */
const kills = 3;

describeLong("search: an installed Gatehouse whose extension host is killed while it builds the index", () => {
	let folder: string;
	let t: PanelWindow | undefined;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-index-"));
		t = await openInstalledWindow(folder);
		await writeParcels(t.workspace, made);
		await connectInstalled(t);
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	const build = async ({ page }: PanelWindow["window"]) => runCommand(page, buildCommand);
	/** Texts that the gateway never answered, because the host was killed first. */
	let lost = 0;
	/** Texts that it answered, and whose vectors were saved before the host was killed. */
	let answered = 0;
	let hold: ReturnType<typeof holdAfterSome>;

	/** Lets some requests of a host through, and holds the others. */
	function holdAfterSome({ gateway, window }: PanelWindow) {
		let release = () => {};
		const until = new Promise<void>((resolve) => {
			release = resolve;
		});
		let requests = 0;
		let reached = () => {};
		const held = new Promise<void>((resolve) => {
			reached = resolve;
		});
		const match = (request: RecordedRequest) => {
			if (!isEmbedding(request)) return false;
			const texts = embeddedTexts([request]).length;
			const holds = ++requests > 3;
			if (holds) {
				lost += texts;
				reached();
			} else answered += texts;
			return holds;
		};
		const script = gateway.script({ match, times: Number.POSITIVE_INFINITY, chunks: [{ type: "wait", until }] });
		return {
			/** Resolves when some texts were held, and the answered ones are saved. */
			async reached() {
				await held;
				await indexStatus(window.page, new RegExp(`Chunks embedded: ${answered} of`)).waitFor();
			},
			letGo() {
				script.dispose();
				release();
			},
		};
	}

	/** Kills the extension host; the window shows nothing then. */
	async function kill({ window, gateway }: PanelWindow): Promise<void> {
		const pid = extensionHostPid(window.serverPid);
		assert.ok(pid, "there is no extension host to kill");
		process.kill(pid, "SIGKILL");
		await window.page.goto("about:blank");
		// Requests that the host sent before its end have arrived when this one, which is sent later, is answered.
		await fetch(gateway.url);
	}

	async function showAgain({ window, panel }: PanelWindow): Promise<void> {
		await window.page.goto(window.url);
		await openPanel(window.page);
		await chooseModel(panel).getByText("demo-chat").waitFor();
	}

	for (let round = 1; round <= kills; round++) {
		it(`kill ${round}: the build resumes where it was, without a message or another consent`, async () => {
			assert.ok(t);
			if (round === 1) {
				hold = holdAfterSome(t);
				await build(t.window);
				await rowOf(t.window.page, `Files: ${files} ·`).click();
			}
			await hold.reached();
			await kill(t);
			hold.letGo();
			if (round < kills) hold = holdAfterSome(t);
			await showAgain(t);
		});
	}

	it("is complete in the end, and only texts that were under way were sent twice", async () => {
		assert.ok(t);
		await build(t.window);
		await told(t.window.page, new RegExp(`: ${files}(?!\\d)`)).waitFor();
		const texts = embeddedTexts(t.gateway.requests);
		const different = new Set(texts).size;
		assert.ok(different >= files, `${different} texts`);
		assert.ok(
			lost > 0 && texts.length - different <= lost,
			`${texts.length} sent, ${different} different, ${lost} lost`,
		);
	});

	it("indexes changes made while the window was closed, as soon as the panel is shown again", async () => {
		assert.ok(t);
		await kill(t);
		await writeFile(join(t.workspace, "tide.js"), "export const highTide = (moon) => moon * 12.4;\n");
		const embedded = t.gateway.nextRequest((request) =>
			embeddedTexts([request]).some((text) => text.includes("highTide")),
		);
		await showAgain(t);
		await embedded;
	});
});
