import type { Page } from "playwright-core";
import { pick, quickInput, runCommand } from "../../host/workbench";

/** Waits until this text is suggested at the cursor; without one, until nothing is. */
export async function ghostIs(page: Page, text: string): Promise<void> {
	await page.waitForFunction(
		([parts, awaited]) => {
			const shown = [...document.querySelectorAll(parts)].filter((one) => !one.parentElement?.closest(parts));
			return (
				shown
					.map(({ textContent }) => textContent)
					.join("")
					.replaceAll("\u00a0", " ") === awaited
			);
		},
		[".ghost-text-decoration, .ghost-text", text] as const,
		{ polling: 50, timeout: 30_000 },
	);
}

/**
 * Turns completions on in all languages with `demo-chat`, for the open file.
 *
 * @param mode the row to choose, and its text in the entry of the editor's language.
 */
export async function turnOnCompletions(page: Page, mode: "While Typing" | "On Demand"): Promise<void> {
	const asking = (text: string) => quickInput(page).getByPlaceholder(text).waitFor();
	await runCommand(page, "Gatehouse: Turn On Completions…");
	await asking("The model that completes code");
	await pick(page, "demo-chat");
	await asking("fast enough while you type");
	await pick(page, mode);
	await asking("Where does this apply?");
	await pick(page, "In All Languages");
	await quickInput(page).waitFor({ state: "hidden" });
	await page.getByRole("button", { name: `Completions ${mode.toLowerCase()}` }).waitFor();
}
