import { fenceInfo } from "../../../shared/fenceInfo";
import { splitLines } from "../../base/splitLines";

/** A fenced code block of an answer. */
export interface ReplyBlock {
	/** In lower case; empty when the fence does not name one. */
	readonly language: string;
	/** The file that the fence names; empty when it does not name one. */
	readonly path: string;
	readonly lines: readonly string[];
	/** Whether a fence closes the block. */
	readonly closed: boolean;
}

/** An answer, split into its parts. */
export interface Reply {
	readonly blocks: readonly ReplyBlock[];
	/** The lines outside of the blocks. */
	readonly prose: readonly string[];
}

const opening = /^(\s*)(`{3,}|~{3,}(?!~))([^`]*)$/;

/**
 * Splits an answer into code blocks and prose. A fence may be indented, as in a list; its code is then unindented as
 * much.
 */
export function replyBlocks(text: string): Reply {
	const blocks: ReplyBlock[] = [];
	const prose: string[] = [];
	let open: { indent: string; fence: string; info: string; lines: string[] } | undefined;
	const finish = (closed: boolean) => {
		if (!open) return;
		const { indent, info, lines } = open;
		const taken = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart() && line));
		blocks.push({ ...fenceInfo(info), lines: taken, closed });
		open = undefined;
	};
	for (const line of splitLines(text.replace(/^\ufeff/, ""))) {
		const [, indent = "", fence, info = ""] = opening.exec(line) ?? [];
		if (open) {
			const closes =
				fence?.startsWith(open.fence) === true && info.trim() === "" && indent.length <= open.indent.length + 3;
			if (closes) finish(true);
			else open.lines.push(line);
		} else if (fence !== undefined) open = { indent, fence, info, lines: [] };
		else prose.push(line);
	}
	finish(false);
	return { blocks, prose };
}
