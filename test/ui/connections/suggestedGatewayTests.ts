import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import type { DemoGateway } from "../../gateway/demoGateway";
import { leaveQuickInput } from "../../host/quickInput";
import {
	dismissNotifications,
	notifications,
	panel,
	pick,
	quickInput,
	rows,
	showByCommand,
} from "../../host/workbench";
import { itLong } from "../longRun";
import type { PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";
import { openWizard, typeAddress, wizardStep } from "./connectByWizard";

/** A window that is not connected, and what suggests a gateway to it. */
export interface SuggestionWindow {
	readonly window: PanelWindow;
	readonly gateway: DemoGateway;
	/** The file whose link the command opens. */
	readonly linkFile: string;
	/** The content of the administrators' file. */
	readonly gatewaysFile: string;
}

const wellKnown = "/.well-known/gatehouse.json";

/** The path and query of a link with a profile. */
export const linkWith = (profile: object): string =>
	`/connect?c=${Buffer.from(JSON.stringify(profile)).toString("base64url")}`;

/** Tests of links, administrators' files and gateways' descriptions that are refused, before any gateway is connected. */
export function suggestedGatewayTests(shared: () => SuggestionWindow): void {
	const commandLink = "[Press](command:workbench.action.quit)";
	const hostile = (address: string): readonly (readonly [profile: object, reason: RegExp])[] => [
		[{ address, name: commandLink }, /“name” is .*invalid/],
		[{ address: address.replace("//", "//user:word@") }, /user name or password/],
		[{ address, models: { chat: ["sk-0123456789abcdef0123"] } }, /contain a key/],
	];

	/** Asserts that nothing was sent and no gateway is there. */
	async function assertNothingDone({ window, gateway }: SuggestionWindow, sent = 0): Promise<void> {
		assert.equal(gateway.requests.length, sent);
		await panel(window.window.page).getByRole("button", { name: "Connect to a Gateway…" }).waitFor();
	}

	it("is refused with the reason where it is hostile, and nothing is sent", async () => {
		const { window, gateway, linkFile } = shared();
		const { page } = window.window;
		const another = { address: gateway.url, keysPage: "https://keys.example.org/" };
		for (const [profile, reason] of [...hostile(gateway.url), [another, /not on the same site/] as const]) {
			await writeFile(linkFile, linkWith(profile));
			const notice = notifications(page).filter({ hasText: "The link was not used" }).filter({ hasText: reason });
			await showByCommand(page, "Open the Link", notice);
			assert.equal(await notice.getByRole("link").count(), 0);
			await dismissNotifications(page);
		}
		await assertNothingDone(shared());
	});

	itLong("is no better in an administrators' file, which is refused as a whole with the reason", async () => {
		const { window, gateway, gatewaysFile } = shared();
		const { page } = window.window;
		const files = hostile(gateway.url).map(
			([profile, reason]) => [{ gateways: [{ address: gateway.url }, profile] }, reason] as const,
		);
		for (const [file, reason] of [...files, ["a".repeat(10_000_000), /larger than 64 KB/] as const]) {
			await writeFile(gatewaysFile, JSON.stringify(file));
			const notice = notifications(page)
				.filter({ hasText: /administrator's list .*not used/ })
				.filter({ hasText: reason });
			await openWizard(page);
			await notice.first().waitFor();
			assert.equal(await notice.getByRole("link").count(), 0);
			await leaveQuickInput(page);
			await dismissNotifications(page);
		}
		await assertNothingDone(shared());
	});

	it("may also be an administrators' choice: nothing is sent before the address is confirmed", async () => {
		const { window, gateway, gatewaysFile } = shared();
		const { page } = window.window;
		const gateways = [{ name: "Our University", address: gateway.url, keysPage: "https://keys.example.org/" }];
		await writeFile(gatewaysFile, JSON.stringify({ gateways }));
		const ours = rows(page).filter({ hasText: "Our University" }).filter({ hasText: "From your administrator" });
		await showByCommand(page, "Gatehouse: Connect to a Gateway…", ours);
		await pictureOf(page, "connect-administrator-list");
		await pick(page, "Our University");
		await wizardStep(page, 1).waitFor();
		assert.equal(await quickInput(page).locator("input:visible").inputValue(), gateway.url);
		await pictureOf(page, "connect-administrator-address");
		await leaveQuickInput(page);
		await assertNothingDone(shared());
		await writeFile(gatewaysFile, '{ "gateways": [] }');
	});

	it("leads to a gateway whose own description is refused with the reason if it is hostile", async () => {
		const { window, gateway } = shared();
		const { page } = window.window;
		gateway.script({ match: wellKnown, json: { name: commandLink, keysPage: `${gateway.url}/keys` } });
		await openWizard(page);
		await typeAddress(page, gateway.url);
		await wizardStep(page, 2).waitFor();
		await quickInput(page)
			.getByText(/description .*not used: .*“name” is .*invalid/)
			.waitFor();
		assert.equal(
			await quickInput(page)
				.getByRole("button", { name: /Open Keys Page/ })
				.count(),
			0,
		);
		await pictureOf(page, "connect-description-refused");
		await leaveQuickInput(page);
		await assertNothingDone(shared(), 2);
	});
}
