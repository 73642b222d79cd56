import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { editorActions } from "../../../src/core/actions/definitions/editorActions";
import { explainProblem, fixProblem } from "../../../src/core/actions/definitions/problemActions";
import { renamedSettings } from "../../../src/core/base/renamedSettings";
import { featureCommands } from "../../../src/extension/featureCommands";

/** Compares the manifest with the code. `npm test` runs in the project's folder. */
const read = (path: string) => readFileSync(path, "utf8");
const manifest = JSON.parse(read("package.json"));
const nls: Record<string, string> = JSON.parse(read("package.nls.json"));
interface Setting {
	readonly type: unknown;
	readonly scope?: string;
	readonly order: number;
	readonly default?: unknown;
	/** Only an old name of a renamed setting has one. */
	readonly deprecationMessage?: string;
}
interface SettingsGroup {
	readonly title: string;
	readonly order: number;
	readonly properties: Readonly<Record<string, Setting>>;
}
const groups: readonly SettingsGroup[] = manifest.contributes.configuration;
const settings = Object.assign({}, ...groups.map(({ properties }) => properties)) as SettingsGroup["properties"];
const sources = readdirSync("src", { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
	.map((entry) => ({ name: join(entry.parentPath, entry.name), text: read(join(entry.parentPath, entry.name)) }));
const host = sources.filter(({ name }) => !name.includes("webview"));
const matches = (pattern: RegExp) =>
	host.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""));
const sorted = (values: Iterable<string>) => [...new Set(values)].sort();

describe("manifest", () => {
	it("declares no proposed API: VS Code refuses it to installed extensions", () => {
		assert.equal(manifest.enabledApiProposals, undefined);
		assert.equal(manifest.enableProposedApi, undefined);
	});

	it("supports VS Code from 1.106", () => assert.equal(manifest.engines.vscode, "^1.106.0"));

	it("declares the commands that are registered, and no others", () => {
		const declared = manifest.contributes.commands.map(({ command }: { command: string }) =>
			command.replace("gatehouse.", ""),
		);
		const actions = [...editorActions, fixProblem, explainProblem].map(({ id }) => id);
		assert.deepEqual(sorted([...matches(/commands\.register\("(\w+)"/g), ...actions]), sorted(declared));
	});

	it("declares every command once among the features that run them", () => {
		const declared = manifest.contributes.commands.map(({ command }: { command: string }) => command);
		const ofFeatures = Object.values(featureCommands).flatMap((names) => names.map((name) => `gatehouse.${name}`));
		assert.deepEqual(ofFeatures.sort(), sorted(declared));
	});

	it("has every action on code in the editor's menu; none is enabled where it could not write", () => {
		const menu: readonly { command: string; when?: string }[] = manifest.contributes.menus["gatehouse.editor"];
		for (const { id, makes } of editorActions) {
			const entry = menu.find(({ command }) => command === `gatehouse.${id}`);
			assert.ok(entry, `${id} is not in the menu`);
			assert.equal(entry.when, makes === "edit" ? "!editorReadonly" : undefined, id);
		}
	});

	it("declares the settings that are read, the old names of renamed ones, and no others", () => {
		const names = (old: boolean) =>
			Object.entries(settings)
				.filter(([, { deprecationMessage }]) => (deprecationMessage !== undefined) === old)
				.map(([name]) => name.replace("gatehouse.", ""));
		const declared = names(false);
		const used = matches(/#section\(\w*\)\s*\.(?:get|inspect|update)(?:<[^(]*>)?\("([\w.]+)"/g);
		assert.deepEqual(sorted(used), sorted(declared));
		assert.deepEqual(sorted(names(true)), sorted(Object.keys(renamedSettings)));
		for (const name of Object.values(renamedSettings)) assert.ok(`gatehouse.${name}` in settings, name);
	});

	it("groups its settings, in an order that the settings editor keeps", () => {
		const named = groups.map(({ title }) => nls[title.slice(1, -1)] ?? title);
		const all = ["Connection", "Chat", "Editing", "Search", "Advanced"];
		assert.deepEqual(
			named,
			all.filter((name) => named.includes(name)),
		);
		const inOrder = (items: readonly { order: number }[]) => items.every(({ order }, i) => order === i + 1);
		assert.ok(inOrder(groups), "the groups are in order");
		for (const { title, properties } of groups) {
			const shown = Object.values(properties).filter(({ deprecationMessage }) => deprecationMessage === undefined);
			assert.ok(inOrder(shown), `${title} is in order`);
		}
	});

	it("has optional numbers that can be cleared in the settings editor, and never mentions null", () => {
		const optional = Object.values(settings).filter(({ default: value }) => value === null);
		// The settings editor has an empty field for exactly these types.
		for (const { type } of optional) assert.match(JSON.stringify(type), /^\["(?:number|integer)","null"\]$/);
		assert.equal(optional.length, 2);
		for (const texts of [nls, JSON.parse(read("package.nls.fr.json")) as typeof nls])
			for (const [name, text] of Object.entries(texts))
				if (name.startsWith("setting.")) assert.doesNotMatch(text, /null/i);
	});

	it("has only one file that reads its settings, and another that reads VS Code's own", () => {
		const readers = sources.filter(({ text }) => text.includes("getConfiguration("));
		const own = join("src", "vscode", "settings.ts");
		const others = join("src", "vscode", "workspace", "vscodeSettings.ts");
		assert.deepEqual(
			readers.map(({ name }) => name),
			[own, others],
		);
		assert.doesNotMatch(readers[1]?.text ?? "", /["'`]gatehouse/);
	});

	it("refers in its menus to declared commands and submenus", () => {
		const { commands, submenus, menus } = manifest.contributes;
		const known = new Set([
			...commands.map((c: { command: string }) => c.command),
			...submenus.map((s: { id: string }) => s.id),
		]);
		for (const items of Object.values<{ command?: string; submenu?: string }[]>(menus)) {
			for (const { command, submenu } of items)
				assert.ok(known.has(command ?? submenu), `${command ?? submenu} is not declared`);
		}
	});

	it("has a text for every %name%, and no text without use", () => {
		const used = [...read("package.json").matchAll(/"%([\w.]+)%"/g)].map((match) => match[1] ?? "");
		assert.deepEqual(sorted(used), sorted(Object.keys(nls)));
	});

	it("keeps addresses out of a workspace's reach, and restricts every other setting in an untrusted one", () => {
		assert.equal(settings["gatehouse.gateways"]?.scope, "machine");
		const ofWorkspaces = Object.keys(settings).filter((name) => settings[name]?.scope !== "machine");
		assert.deepEqual(sorted(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations), sorted(ofWorkspaces));
	});

	it("is activated on demand, or after the editor's start, never during it", () => {
		assert.deepEqual(manifest.activationEvents, ["onStartupFinished"]);
	});

	it("names only files that exist", () => {
		for (const path of [manifest.icon, ...(JSON.stringify(manifest.contributes).match(/media\/[\w./]+/g) ?? [])])
			assert.ok(read(path).length > 0);
	});
});
