import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { cities, rungAnswers } from "../faults/tools/rungAnswers";
import { delta, ended, piece, said } from "../faults/tools/toolCase";
import { sseChunk } from "../gateway/endpoints/sseChunk";
import type { ScriptedAnswer } from "../gateway/script";
import { scriptedReply } from "../gateway/scriptedReply";
import { runsOldest } from "../host/browser/hostRelease";
import { notifications, quickInput, rows, runCommand } from "../host/workbench";
import { tickEntry } from "./context/contextChips";
import { extensionsWith } from "./extensionsWith";
import { connectInstalled, openInstalledWindow } from "./installedWindow";
import { ask, demoKey, messageBox, type PanelWindow } from "./panelWindow";
import { screenshot } from "./screenshot";

/** The refusals that the other extension asks for: its text, the answer, and the code of the resulting error. */
const refusals = [
	["pay", { status: 402, json: { error: { message: "Insufficient credit" } } }, "Blocked"],
	[
		"wait",
		{ status: 429, headers: { "retry-after": "100000" }, json: { error: { message: "Rate limit reached" } } },
		"Blocked",
	],
	[
		"unknown",
		{ status: 404, json: { error: { message: "The model `demo-echo` does not exist", code: "model_not_found" } } },
		"NotFound",
	],
	["teapot", { status: 418, json: { error: { message: "I am a teapot" } } }, "Error"],
	["key", { status: 401, json: { error: { message: "Invalid API key" } } }, "NoPermissions"],
] as const;

describe("installed package", () => {
	let folder: string;
	let t: PanelWindow | undefined;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-vsix-"));
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/** The window with the package installed and connected, opened by the first test that needs it. */
	let connecting: Promise<PanelWindow> | undefined;
	const connected = () => (connecting ??= connect());
	async function connect(): Promise<PanelWindow> {
		// The environment of a demo, from which an installed Gatehouse must read nothing.
		const env = { GATEHOUSE_DEMO_URL: "http://127.0.0.1:1", GATEHOUSE_DEMO_KEY: "sk-not-to-be-used" };
		await extensionsWith("modelCaller", folder);
		t = await openInstalledWindow(folder, env);
		await t.panel.getByRole("heading", { name: "Ask your gateway" }).waitFor();
		await connectInstalled(t);
		return t;
	}

	it("installs in VS Code, connects and chats", async () => {
		const { panel, gateway, window } = await connected();
		const answer = await ask(panel, "What does the package say?");
		await answer.locator("table").waitFor();
		assert.equal(gateway.requests.at(-1)?.headers.authorization, `Bearer ${demoKey}`);
		await screenshot(window.page, "installed-dark");
	});

	it("has the bundles, media, translations, manifest and notices, and nothing else", async () => {
		await connected();
		const [installed = ""] = (await readdir(join(folder, "extensions"))).filter((name) =>
			name.startsWith("gatehouse."),
		);
		const entries = await readdir(join(folder, "extensions", installed), { recursive: true, withFileTypes: true });
		const files = entries
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => relative(join(folder, "extensions", installed), join(parentPath, name)));
		// The first one is VS Code's own.
		const allowed =
			/^(\.vsixmanifest|dist\/(extension\.js|indexWorker\.cjs|grammars\/[\w-]+\.wasm|ThirdPartyNotices\.txt|(webview\/)?chunks\/[\w-]+\.js|webview\/(main\.js|panel\.css|codicon\.(css|ttf)))|l10n\/bundle\.l10n\.\w+\.json|media\/(icon\.png|gatehouse\.svg|walkthrough\/\w+\.svg)|package\.json|package\.nls(\.\w+)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/;
		assert.deepEqual(
			files.filter((file) => !allowed.test(file)),
			[],
		);
		for (const needed of [
			"dist/extension.js",
			"dist/indexWorker.cjs",
			"dist/grammars/tree-sitter.wasm",
			"dist/ThirdPartyNotices.txt",
			"l10n/bundle.l10n.fr.json",
			"package.nls.fr.json",
			"LICENSE.txt",
		]) {
			assert.ok(files.includes(needed), `${needed} is missing`);
		}
	});

	it("provides its models to another extension: text, image, tokens, cancellation, tools on each rung, errors", async () => {
		const { gateway, window } = await connected();
		const asks =
			(words: string) =>
			({ path, body }: { path: string; body: string }) =>
				path === "/v1/chat/completions" && body.includes(`caller: ${words}`);
		const script = (words: string, answer: Omit<ScriptedAnswer, "match">) =>
			gateway.script({ ...answer, match: asks(words) });
		const says = (words: string, text: string) => script(words, { chunks: [{ type: "bytes", data: said(text) }] });
		says("hello", "Hello.");
		says("image", "A dot.");
		script("stall", { chunks: [{ type: "bytes", data: sseChunk("begin") }, { type: "stall" }] });
		for (const { rung, first, call } of rungAnswers) {
			for (const answer of [...first, ...cities.map((city) => call(city))]) script(rung, answer);
			says(rung, `Sunny, ${rung}.`);
		}
		for (const [words, answer] of refusals) script(words, answer);
		await runCommand(window.page, "Call a Model as an Extension");
		const shown = notifications(window.page).filter({ hasText: /The caller (?:got|failed)/ });
		const got = {
			text: "Hello.",
			image: "A dot.",
			counts: true,
			cancelled: runsOldest ? "not passed on" : "begin",
			loops: rungAnswers.map(({ rung }) => [...cities, `Sunny, ${rung}.`]),
			errors: refusals.map(([, , code]) => code),
		};
		const message = await shown.first().innerText();
		assert.ok(message.includes(`The caller got: ${JSON.stringify(got)}`), message);
		const sent = (words: string) => gateway.requests.filter(asks(words));
		assert.match(sent("image")[0]?.body ?? "", /"image_url":\{"url":"data:image\/[a-z]+;base64,/);
		assert.equal(sent("stall").length, runsOldest ? 0 : 1);
		await sent("stall")[0]?.ended;
		assert.deepEqual(
			rungAnswers.map(({ rung }) => Object.hasOwn(Object(sent(rung).at(-1)?.json), "tools")),
			rungAnswers.map(({ rung }) => rung !== "prompted"),
		);
		await runCommand(window.page, "Gatehouse: Show Requests in This Window");
		await rows(window.page).filter({ hasText: "for gatehouse.model-caller" }).first().waitFor();
	});

	it("lets its agent call a tool of another extension: chosen by the user, and asked for each time, by keyboard", async () => {
		const { panel, gateway, window } = await connected();
		const { page } = window;
		const call = () => {
			const data = delta(piece(0, "c", "caller_weather", '{"city":"Paris"}')) + ended();
			gateway.script({ match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] });
		};
		await panel.getByRole("switch", { name: "Agent" }).press("Enter");
		await panel.getByRole("button", { name: "Tools: 0 chosen" }).press("Enter");
		// VS Code's own tools, which it lists, too, are not offered, nor is our search.
		const tool = rows(page).filter({ hasText: "caller_weather" });
		await tool.getByText("gatehouse.model-caller").waitFor();
		assert.equal(await rows(page).count(), 1);
		await screenshot(page, "installed-tools-dark");
		await tickEntry(page, "caller_weather");
		await quickInput(page).locator("input[type=text]").press("Enter");
		await panel.getByRole("button", { name: "Tools: 1 chosen" }).waitFor();

		const question = panel.getByRole("group", { name: /caller_weather .*gatehouse\.model-caller/ });
		const steps = panel.getByRole("list", { name: "Steps of the agent" }).last().getByRole("listitem");
		const runTask = async (text: string) => {
			await messageBox(panel).fill(text);
			await messageBox(panel).press("Enter");
		};
		call();
		gateway.script(scriptedReply("You rejected it."));
		await runTask("How is the weather in Paris?");
		await question.getByText('"city": "Paris"').waitFor();
		await screenshot(page, "installed-tool-approval-dark");
		await question.getByRole("button", { name: "Reject…" }).press("Enter");
		await question.getByRole("button", { name: "Reject", exact: true }).press("Enter");
		await panel.getByText("You rejected it.").waitFor();

		call();
		gateway.script(scriptedReply("The sun shines."));
		await runTask("Ask again.");
		await question.getByRole("button", { name: "Allow", exact: true, disabled: false }).press("Enter");
		await panel.getByText("The sun shines.").waitFor();
		await steps.locator("summary").press("Enter");
		await steps.getByText("It is sunny in Paris.").waitFor();
		const offered = gateway.requests.map(({ json }) => Object(json).tools ?? []).at(-1);
		assert.equal(
			offered.filter(({ function: { name } }: { function: { name: string } }) => name === "caller_weather").length,
			1,
		);
	});
});
