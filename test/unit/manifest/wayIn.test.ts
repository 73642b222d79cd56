import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const read = (path: string) => readFileSync(path, "utf8");
const manifest = JSON.parse(read("package.json"));
const languages = ["package.nls.json", "package.nls.fr.json"].map(
	(path) => JSON.parse(read(path)) as Readonly<Record<string, string>>,
);

interface Step {
	readonly id: string;
	readonly title: string;
	readonly description: string;
	readonly completionEvents: readonly string[];
	readonly media: { readonly svg: string };
}
interface MenuItem {
	readonly command?: string;
	readonly when?: string;
}
const steps: readonly Step[] = manifest.contributes.walkthroughs[0].steps;
const menus: Readonly<Record<string, readonly MenuItem[]>> = manifest.contributes.menus;
const commands: readonly { readonly command: string; readonly title: string }[] = manifest.contributes.commands;

/** The manifest's part of what a newcomer sees before the first connection. */
describe("walkthrough", () => {
	it("leads from the connection to search, and each step is completed by its feature", () => {
		assert.deepEqual(
			steps.map(({ id }) => id),
			["connect", "models", "ask", "explain", "edit", "search", "alone"],
		);
		for (const { id, completionEvents } of steps.slice(0, -1))
			assert.match(completionEvents.join(), /^onContext:gatehouse\.(?:connected$|done\.)/, id);
	});

	it("has pictures of at most 100 KB in total, in the colours of the theme", () => {
		const pictures = steps.map(({ media }) => read(media.svg));
		for (const [i, picture] of pictures.entries()) assert.match(picture, /var\(--vscode-/, steps[i]?.id);
		assert.ok(Buffer.byteLength(pictures.join("")) <= 100 * 1024);
	});

	it("explains how to turn VS Code's own AI off, and what disappears with it", () => {
		const description = steps.find(({ id }) => id === "alone")?.description.replaceAll("%", "") ?? "";
		for (const texts of languages) {
			assert.match(
				texts[description] ?? "",
				/chat\.disableAIFeatures[\s\S]*VS Code[\s\S]*Gatehouse[\s\S]*\(command:workbench\.action\.openSettings/,
			);
		}
	});
});

describe("manifest: commands before the first connection", () => {
	const needsNone = [
		...["connect", "diagnose", "reportProblem", "showRequests", "showLog", "openSettings", "getStarted"],
		...["moveToSecondarySideBar", "moveToActivityBar", "openChat", "newConversation", "showHistory"],
		...["exportConversation", "importConversation", "deleteIndex"],
	];

	it("are in the palette only if they work without one", () => {
		const offered = commands.filter(({ command }) => {
			const when = menus.commandPalette?.find((item) => item.command === command)?.when ?? "";
			return !/gatehouse\.connected|^false$|gatehouse\.\w*(?:Edit|Unconfirmed|Proposal)|gatehouse-edit/i.test(when);
		});
		assert.deepEqual(offered.map(({ command }) => command.replace("gatehouse.", "")).sort(), needsNone.toSorted());
	});

	it("name Gatehouse in the menus that extensions share", () => {
		for (const menu of ["explorer/context", "editor/title/context", "terminal/context", "scm/title"])
			for (const { command } of menus[menu] ?? assert.fail(menu)) {
				const title = commands.find((one) => one.command === command)?.title.replaceAll("%", "") ?? "";
				for (const texts of languages) assert.match(texts[title] ?? "", /Gatehouse/, `${command} in ${menu}`);
			}
		assert.equal(manifest.contributes.submenus[0].label, "Gatehouse");
	});
});
