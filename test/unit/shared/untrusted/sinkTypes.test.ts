import assert from "node:assert/strict";
import { inertName } from "../../../../src/shared/untrusted/inertText";
import type * as messages from "../../../../src/vscode/adapters/messages";

/** The module's functions and their results, which do nothing: only the compiler is tested. */
let calls = 0;
const stub: unknown = new Proxy(() => {}, {
	get: () => stub,
	apply: () => {
		calls++;
		return stub;
	},
	set: () => {
		calls++;
		return true;
	},
});
const ui = stub as typeof messages;
const uri = stub as Parameters<typeof ui.openDiff>[0];
const ok = inertName("inert");
const plain = "[x](command:y)";

describe("untrusted text: the types of the module for messages", () => {
	it("refuse a plain string wherever VS Code shows it", () => {
		// @ts-expect-error A notification.
		void ui.notify("error", plain);
		// @ts-expect-error A button.
		void ui.notify("error", ok, plain);
		// @ts-expect-error A dialog's question.
		void ui.askInDialog(plain, ok);
		// @ts-expect-error A dialog's detail.
		void ui.askInDialog(ok, plain);
		// @ts-expect-error The title of progress.
		void ui.runUnderNotification(plain, async () => {});
		// @ts-expect-error The report of progress.
		void ui.runUnderNotification(ok, async (progress) => progress.report({ message: plain }));
		// @ts-expect-error An input box's title.
		void ui.askText({ title: plain });
		// @ts-expect-error Its prompt.
		void ui.askText({ prompt: plain });
		// @ts-expect-error Its placeholder.
		void ui.askText({ placeHolder: plain });
		// @ts-expect-error Its validation message.
		void ui.askText({ validateInput: () => plain });
		// @ts-expect-error Its validation message with a severity.
		void ui.askText({ validateInput: () => ({ message: plain, severity: 1 }) });
		// @ts-expect-error A row's label.
		void ui.pickOne([{ label: plain }], {});
		// @ts-expect-error Its description.
		void ui.pickMany([{ label: ok, description: plain }], {});
		// @ts-expect-error Its detail.
		void ui.pickOne([{ label: ok, detail: plain }], {});
		// @ts-expect-error The tooltip of a button on it.
		void ui.pickOne([{ label: ok, buttons: [{ iconPath: { id: "x" }, tooltip: plain }] }], {});
		// @ts-expect-error The list's title.
		void ui.pickOne([{ label: ok }], { title: plain });
		// @ts-expect-error Its placeholder.
		void ui.pickMany([{ label: ok }], { placeHolder: plain });
		const pick = ui.createPick();
		// @ts-expect-error An open list's title.
		pick.title = plain;
		// @ts-expect-error Its placeholder.
		pick.placeholder = plain;
		// @ts-expect-error Its rows.
		pick.items = [{ label: plain }];
		// @ts-expect-error Its buttons.
		pick.buttons = [{ iconPath: { id: "x" }, tooltip: plain }];
		const entry = ui.createStatusEntry("id", 1);
		// @ts-expect-error The text of an entry in the status bar.
		entry.text = plain;
		// @ts-expect-error Its tooltip.
		entry.tooltip = plain;
		// @ts-expect-error Its name in the menu.
		entry.name = plain;
		// @ts-expect-error Its accessible name.
		entry.accessibilityInformation = { label: plain, role: "button" };
		// @ts-expect-error The title of a diff editor.
		void ui.openDiff(uri, uri, plain, {});
		// @ts-expect-error A document's name.
		void ui.documentUri("scheme", "", plain);
		// @ts-expect-error An entry of the light bulb.
		void ui.createQuickFix(plain, "id", []);
		// @ts-expect-error The description of a tool's next action.
		void ui.toolInvocation(plain);
		// @ts-expect-error The question before the action.
		void ui.toolInvocation(ok, { title: ok, message: plain });
		// All of the calls above fail only because of the plain strings.
		assert.equal(calls, 32);
	});

	it("accept an inert text in the same places", () => {
		calls = 0;
		void ui.notify("error", ok, ok);
		void ui.askText({ title: ok, prompt: ok, placeHolder: ok, value: plain, validateInput: () => ok });
		void ui.pickOne([{ label: ok, description: ok, detail: ok }], { title: ok, placeHolder: ok });
		assert.equal(calls, 3);
	});
});
