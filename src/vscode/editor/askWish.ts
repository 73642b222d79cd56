import { inertLine } from "../../shared/untrusted/inertText";
import { askText } from "../adapters/messages";

/** Asks what is wanted in words; a click beside the box does not take them away. @returns `undefined` when there are none. */
export async function askWish(title: string, prompt: string): Promise<string | undefined> {
	const wish = await askText({ title: inertLine(title), prompt: inertLine(prompt), ignoreFocusOut: true });
	return wish?.trim() || undefined;
}
