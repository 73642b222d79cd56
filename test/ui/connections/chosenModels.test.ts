import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { demoChat } from "../../gateway/endpoints/demoChat";
import { demoEcho } from "../../gateway/endpoints/demoEcho";
import { demoEmbed } from "../../gateway/endpoints/demoEmbed";
import { builtInModels } from "../../gateway/modelCatalog";
import { leaveQuickInput, pickByCommand } from "../../host/quickInput";
import { userSettingsFile } from "../../host/vscode/userSettings";
import { showByCommand } from "../../host/workbench";
import { nextChat } from "../chat/nextChat";
import { eventually } from "../eventually";
import { describeLong } from "../longRun";
import { ask, chooseModel, demoKey, openPanelWindow, type PanelWindow } from "../panelWindow";
import { buildCommand, rowOf } from "../search/searchParts";
import { connectNamed } from "./connectByWizard";

const secondKey = "sk-second-0123456789";

describeLong("models: the choice at two gateways", () => {
	let t: PanelWindow;
	let second: DemoGateway;
	before(async () => {
		const models = [{ ...demoChat, id: "second-chat" }, demoEcho, { ...demoEmbed, id: "second-embed" }];
		second = await startGateway({ keys: [secondKey], streamDelayMs: 0, models });
		t = await openPanelWindow({
			connected: false,
			models: [...builtInModels, { ...demoEmbed, id: "first-embed" }],
			settings: { "gatehouse.model": "demo-echo" },
		});
		for (const [name, { url }, key] of [
			["First", t.gateway, demoKey],
			["Second", second, secondKey],
		] as const) {
			await connectNamed(t.window.page, url, key, name);
			await currentGateway(name);
		}
	});
	after(async () => {
		await t?.close();
		await second?.close();
	});

	const currentGateway = (name: string) =>
		t.window.page
			.getByRole("button", { name: new RegExp(`^Gatehouse: .* on ${name} `) })
			.first()
			.waitFor();
	const use = async (name: string) => {
		await pickByCommand(t.window.page, "Gatehouse: Select Gateway", name);
		await currentGateway(name);
	};
	const set = async () => JSON.parse(await readFile(userSettingsFile(t.window.userDataDir), "utf8"))["gatehouse.model"];

	it("Select Model removes the model from the user's settings; other gateways keep it", async () => {
		const { page } = t.window;
		await chooseModel(t.panel).getByText("demo-echo").waitFor();
		assert.equal(await set(), "demo-echo");
		await pickByCommand(page, "Gatehouse: Select Model", "second-chat");
		await chooseModel(t.panel).getByText("second-chat").waitFor();
		await eventually(async () => assert.equal(await set(), undefined));
		const sent = nextChat(second);
		await ask(t.panel, "Which one are you?", "second-chat");
		assert.equal((await sent).model, "second-chat");
		await use("First");
		await chooseModel(t.panel).getByText("demo-echo").waitFor();
		await use("Second");
		await chooseModel(t.panel).getByText("second-chat").waitFor();
	});

	it("the plan for the index names an embedding model of the current gateway", async () => {
		const { page } = t.window;
		const planned = async (model: string) => {
			await rowOf(page, `Build Index with ${model}`).waitFor();
			await leaveQuickInput(page);
		};
		await use("First");
		await pickByCommand(page, buildCommand, "first-embed");
		await planned("first-embed");
		await use("Second");
		await showByCommand(page, buildCommand, rowOf(page, "Build Index with second-embed"));
		await planned("second-embed");
		await use("First");
		// A model whose index the user has not agreed to is not chosen.
		await pickByCommand(page, buildCommand, "first-embed");
		await planned("first-embed");
	});
});
