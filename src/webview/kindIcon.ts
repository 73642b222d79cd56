import type { AttachmentKind } from "../shared/conversation";

/** The codicon of each kind of attachment. */
export const kindIcon: Readonly<Record<AttachmentKind, string>> = {
	file: "file",
	selection: "list-selection",
	symbol: "symbol-class",
	folder: "folder",
	problems: "warning",
	terminal: "terminal",
	changes: "git-compare",
	image: "file-media",
	codebase: "search-sparkle",
	instructions: "book",
};
