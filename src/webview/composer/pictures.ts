import * as l10n from "@vscode/l10n";
import type { Page } from "../page";

/** Returns the pictures that are pasted or dropped; none where there is a text, too, as from an office program. */
export function picturesIn(data: DataTransfer): readonly File[] {
	if (data.types.includes("text/plain")) return [];
	return [...data.files].filter(({ type }) => type.startsWith("image/"));
}

/** Attaches pictures to the next question, one after the other. */
export async function attachPictures(page: Page, pictures: readonly File[]): Promise<void> {
	page.state.setNotice(null);
	for (const picture of pictures) {
		const name = picture.name || l10n.t("Picture");
		const attached = addressOf(picture).then((image) => page.host.attachPicture(name, image));
		if (await page.attempt(attached)) page.onDidAnnounce.emit(l10n.t("{0} is attached.", name));
	}
	page.state.focusComposer();
}

function addressOf(picture: File): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(picture);
	});
}
