/** Matches links as VS Code finds them in messages (`vs/base/common/linkedText.ts`). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

/** Matches icons as VS Code finds them in labels (`vs/base/common/iconLabels.ts`); one after a backslash is shown as text. */
const icon = /(\\)?\$\(([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?:~[A-Za-z]+)?)\)/;

/** Whether VS Code would draw a link after it has put the text on one line, as in notifications. */
export function hasLink(text: string): boolean {
	return link.test(text) || link.test(text.replaceAll(/\r\n|\n|\r/g, " "));
}

/** Whether VS Code would draw an icon. */
export function hasIcon(text: string): boolean {
	return icon.test(text);
}
