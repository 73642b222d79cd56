import type { Page } from "playwright-core";
import { answer, pick, quickInput } from "../../host/workbench";

/** Goes through the open connect wizard as a person does, with a permanent key. */
export async function connectByWizard(page: Page, address: string, key: string, name = "Mine"): Promise<void> {
	const step = (number: number) => quickInput(page).getByText(`(${number}/4)`).waitFor();
	await step(1);
	await answer(page, address);
	await step(2);
	await answer(page, name);
	await step(3);
	await answer(page, key);
	await step(4);
	await pick(page, "A permanent key");
}
