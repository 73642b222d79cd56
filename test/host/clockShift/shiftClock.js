// Shifts the extension host's clock, so that effects that take weeks can be tested. At the host's start, reads the
// shift, in milliseconds, from the file that GATEHOUSE_TEST_CLOCK names. A status-bar item shows when the clock is
// shifted.
import { existsSync, readFileSync } from "node:fs";
import { window } from "vscode";

const RealDate = Date;

export function activate() {
	const file = process.env.GATEHOUSE_TEST_CLOCK;
	const shift = file && existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
	globalThis.Date = class extends RealDate {
		constructor(...values) {
			if (values.length === 0) super(RealDate.now() + shift);
			else super(...values);
		}
		static now() {
			return RealDate.now() + shift;
		}
	};
	const item = window.createStatusBarItem();
	item.text = `shifted by ${shift}`;
	item.show();
}
