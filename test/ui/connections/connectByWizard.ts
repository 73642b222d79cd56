import type { Page } from "playwright-core";
import { answer, pressRowButton, quickInput, rows, showByCommand } from "../../host/workbench";

/** The titles of the wizard's steps: the address, the key, the model. */
export const wizardStep = (page: Page, step: 1 | 2 | 3) => quickInput(page).getByText(`(${step}/3)`);

/** Opens the connect wizard from the palette. */
export const openWizard = (page: Page): Promise<void> =>
	showByCommand(page, "Gatehouse: Connect to a Gateway…", wizardStep(page, 1));

/** Goes through the open connect wizard as a user does, with the suggested model. */
export async function connectByWizard(page: Page, address: string, key: string): Promise<void> {
	await typeConnection(page, address, key);
	await wizardStep(page, 3).waitFor();
	await quickInput(page).locator("input:visible").press("Enter");
}

/** Types the address and the key. */
export async function typeConnection(page: Page, address: string, key: string): Promise<void> {
	await typeAddress(page, address);
	await wizardStep(page, 2).waitFor();
	await answer(page, key);
}

/** Types the address. */
export async function typeAddress(page: Page, address: string): Promise<void> {
	await wizardStep(page, 1).waitFor();
	await answer(page, address);
}

/** The name that a gateway gets by default: its host. */
export const nameOf = (url: string): string => new URL(url).host;

/** The element that shows the current gateway, by its name. */
const connectedTo = (page: Page, name: string) =>
	page.getByRole("button", { name: new RegExp(`^Gatehouse: .* on ${name} `) });

/** Connects, and gives the gateway a name. */
export async function connectNamed(page: Page, address: string, key: string, name: string): Promise<void> {
	await openWizard(page);
	await connectByWizard(page, address, key);
	await connectedTo(page, nameOf(address)).first().waitFor();
	await showByCommand(page, "Gatehouse: Select Gateway", rows(page).filter({ hasText: nameOf(address) }));
	await pressRowButton(page, nameOf(address), "Rename Gateway…");
	await quickInput(page).getByText("Rename Gateway").first().waitFor();
	await answer(page, name);
	// The box closes before the name is saved: later steps would find the gateway under its host.
	await connectedTo(page, nameOf(address)).first().waitFor({ state: "detached" });
}
