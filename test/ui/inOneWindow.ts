import { dismissNotifications, runCommand } from "../host/workbench";
import {
	messageBox,
	newConversation,
	openPanelWindow,
	type PanelWindow,
	type PanelWindowOptions,
	questions,
} from "./panelWindow";

/** Defines tests in a window that other tests have used. @param shared returns the window, once it is open. */
export type WindowTests = (shared: () => PanelWindow) => void;

/**
 * Runs suites, by their titles, in one window, because opening one takes ten seconds of a processor. They run in this order.
 * Each finds no editor, no notification and an empty conversation, but files, settings and stored conversations as the ones
 * before have left them.
 */
export function inOneWindow(suites: Readonly<Record<string, WindowTests>>, options: PanelWindowOptions = {}): void {
	describe("in one window", () => {
		let t: PanelWindow;
		before(async () => {
			t = await openPanelWindow(options);
		});
		after(() => t?.close());

		for (const [at, [title, tests]] of Object.entries(suites).entries()) {
			describe(title, () => {
				if (at > 0) before(() => tidyUp(t));
				tests(() => t);
			});
		}
	});
}

/** Closes editors and notifications that earlier tests have left open. */
async function tidyUp(t: PanelWindow): Promise<void> {
	const { page } = t.window;
	await runCommand(page, "View: Close All Editors");
	await dismissNotifications(page);
	await messageBox(t.panel).fill("");
	if ((await questions(t.panel).count()) > 0) await newConversation(t);
}
