import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { leaveQuickInput } from "../../host/quickInput";
import { goToLine, openFile, rows, showByCommand } from "../../host/workbench";
import { connectToDemo } from "../defaults/defaultWindow";
import type { PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";
import * as ghost from "./ghostText";

const code = `export function netPrice(price: number, rate: number): number {
	const tax = price * rate + price;
	return price - tax;
}

export function grossPrice(price: number, rate: number): number {

}
`;

export function completionTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(async () => {
		t = shared();
		await connectToDemo(t);
		await writeFile(join(t.workspace, "prices.ts"), code);
	});

	const page = () => t.window.page;
	const suggestList = () => page().locator(".suggest-widget.visible");
	const ghostIs = (text: string) => ghost.ghostIs(page(), text);
	const line = (text: string): Locator => page().locator(".view-line").filter({ hasText: text });
	const asked = () => t.gateway.requests.filter(({ path }) => path === "/v1/completions").length;

	it("is off until it is turned on, with a model that was measured", async () => {
		await openFile(page(), "prices.ts", t.workspace);
		await goToLine(page(), 7);
		assert.equal(asked(), 0);
		await ghost.turnOnCompletions(page(), "While Typing");
		assert.ok(asked() >= 4);
	});

	it("appears when the user pauses, is typed along, accepted in part and as a whole, and undone", async () => {
		await goToLine(page(), 7);
		await page().keyboard.type("\tconst tax = ");
		await ghostIs("price * rate + price;");
		await pictureOf(page(), "completions");
		const before = asked();
		await page().keyboard.type("pri");
		await ghostIs("ce * rate + price;");
		await page().keyboard.press("ControlOrMeta+ArrowRight");
		await ghostIs(" * rate + price;");
		assert.equal(asked(), before, "no request for what is typed along or accepted in part");
		await page().keyboard.press("Tab");
		await ghostIs("");
		await line("const tax = price * rate + price;").nth(1).waitFor();
		await page().keyboard.press("ControlOrMeta+Z");
		await line("const tax = price * rate + price;").nth(1).waitFor({ state: "detached" });
	});

	it("is dismissed with Escape, asked for by a key, and beside IntelliSense", async () => {
		await goToLine(page(), 7);
		await page().keyboard.press("Shift+End");
		await page().keyboard.type("\tconst tax = ");
		await ghostIs("price * rate + price;");
		await page().keyboard.press("Escape");
		await ghostIs("");
		await page().keyboard.press("ControlOrMeta+K");
		await page().keyboard.press("Shift+Space");
		await ghostIs("price * rate + price;");
		await page().keyboard.type("pri");
		await ghostIs("ce * rate + price;");
		await page().keyboard.press("Control+Space");
		await suggestList().waitFor();
		await page().keyboard.press("Escape");
		await suggestList().waitFor({ state: "hidden" });
		await ghostIs("ce * rate + price;");
	});

	it("is counted for each model, above the requests of the window", async () => {
		const counted = rows(page()).filter({ hasText: /Completions.*demo-chat.*accepted: 1/ });
		await showByCommand(page(), "Gatehouse: Show Requests in This Window", counted);
		await leaveQuickInput(page());
	});

	it("is shown on demand only where the user has chosen that, and stays while it is typed along", async () => {
		await ghost.turnOnCompletions(page(), "On Demand");
		const before = asked();
		await goToLine(page(), 7);
		await page().keyboard.press("Shift+End");
		await page().keyboard.type("\treturn ");
		await page().keyboard.press("ControlOrMeta+K");
		await page().keyboard.press("Shift+Space");
		await ghostIs("price - tax;");
		await page().keyboard.type("pri");
		await ghostIs("ce - tax;");
		assert.equal(asked(), before + 1, "one request, by the key");
	});
}
