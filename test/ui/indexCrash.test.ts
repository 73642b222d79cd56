import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RecordedRequest } from "../gateway/recordedRequest";
import { extensionHostPid } from "../host/processTree";
import { notifications, openPanel, quickInput, runCommand } from "../host/workbench";
import { embeddedTexts, isEmbedding } from "./embeddedTexts";
import { connectInstalled, openInstalledWindow } from "./installedWindow";
import { chooseModel, type PanelWindow } from "./panelWindow";
import { writeParcels } from "./writeParcels";

/** Files of the workspace: those made, and the four that are there. */
const made = 240;
const files = made + 4;

describe("an installed Gatehouse whose extension host is killed while it builds the index", () => {
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

	const build = async ({ page }: PanelWindow["window"]) => runCommand(page, "Gatehouse: Build the Index…");
	const kill = ({ serverPid }: PanelWindow["window"]) => {
		const pid = extensionHostPid(serverPid);
		assert.ok(pid, "there is no extension host to kill");
		process.kill(pid, "SIGKILL");
	};
	/** Texts that the gateway never answered, for the host was killed before. */
	let lost = 0;

	for (const round of [1, 2, 3]) {
		it(`kill ${round}: it is built on from where it was, without another consent`, async () => {
			assert.ok(t);
			const { window, gateway } = t;
			let release = () => {};
			const until = new Promise<void>((resolve) => {
				release = resolve;
			});
			let requests = 0;
			let answered = 0;
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
			await build(window);
			if (round === 1) {
				await quickInput(window.page)
					.locator(".monaco-list-row")
					.filter({ hasText: `${files} files in` })
					.click();
			}
			await held;
			// What was answered is kept by then.
			await notifications(window.page)
				.filter({ hasText: `Embedded ${answered} of` })
				.first()
				.waitFor();
			kill(window);
			await window.page.reload();
			await openPanel(window.page);
			await chooseModel(t.panel).getByText("demo-chat").waitFor();
			// Not before: what had left when the host was killed is held too.
			script.dispose();
			release();
		});
	}

	it("is whole in the end, and nothing was sent twice but what was under way", async () => {
		assert.ok(t);
		await build(t.window);
		await notifications(t.window.page)
			.filter({ hasText: `The index is built: ${files} files` })
			.first()
			.waitFor();
		const texts = embeddedTexts(t.gateway.requests);
		const different = new Set(texts).size;
		assert.ok(different >= files, `${different} texts`);
		assert.ok(
			lost > 0 && texts.length - different <= lost,
			`${texts.length} sent, ${different} different, ${lost} lost`,
		);
	});

	it("takes in what changed while nobody looked, as soon as the panel is shown again", async () => {
		assert.ok(t);
		const { window, gateway } = t;
		kill(window);
		await writeFile(join(t.workspace, "tide.js"), "export const highTide = (moon) => moon * 12.4;\n");
		const embedded = gateway.nextRequest((request) =>
			embeddedTexts([request]).some((text) => text.includes("highTide")),
		);
		await window.page.reload();
		await openPanel(window.page);
		await embedded;
	});
});
