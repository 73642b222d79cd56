import * as l10n from "@vscode/l10n";
import { limits } from "../../shared/untrusted/limits";
import type { Page } from "../page";

/** Returns the pictures that are pasted or dropped; none if there is also text, as from an office program. */
export function picturesIn(data: DataTransfer): readonly File[] {
	if (data.types.includes("text/plain")) return [];
	return [...data.files].filter(({ type }) => type.startsWith("image/"));
}

/** Attaches pictures to the next question, one after the other. */
export async function attachPictures(page: Page, pictures: readonly File[]): Promise<void> {
	page.state.setNotice(null);
	for (const picture of pictures) {
		const name = picture.name || l10n.t("Picture");
		const attached = addressOf(picture, name).then((image) => page.host.attachPicture(name, image));
		if (await page.attempt(attached)) page.onDidAnnounce.emit(l10n.t("{0} is attached.", name));
	}
	page.state.focusComposer();
}

/** Returns a `data:` URL. @throws Error when the picture is too large, before any of it is read. */
function addressOf(picture: File, name: string): Promise<string> {
	return new Promise((resolve, reject) => {
		if (picture.size > limits.imageBytes)
			throw new Error(l10n.t("{0} is too large: the maximum is {1} MB.", name, limits.imageBytes / 1024 / 1024));
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(picture);
	});
}
