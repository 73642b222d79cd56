/** What VS Code draws as an icon in a list's row. A backslash before anything else would show. */
const icons = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/gi;

/** A text as it stands, for a list's row: VS Code would draw an icon for `$(name)`, as shells and jQuery write. */
export function withoutIcons(text: string): string {
	return text.replace(icons, "\\$&");
}
