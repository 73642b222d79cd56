import { fenceInfo } from "../../shared/fenceInfo";
import { splitLines } from "../base/splitLines";

/** A fenced code block of an answer. */
export interface ReplyBlock {
	/** In lower case; empty when the fence names none. */
	readonly language: string;
	/** The file that the fence names; empty when it names none. */
	readonly path: string;
	readonly lines: readonly string[];
	/** Whether a fence closes it. */
	readonly closed: boolean;
}

/** An answer, taken apart. */
export interface Reply {
	readonly blocks: readonly ReplyBlock[];
	/** Its lines outside of the blocks. */
	readonly prose: readonly string[];
}

const opening = /^(\s*)(`{3,}|~{3,}(?!~))([^`]*)$/;

/** Takes an answer apart. A fence may be indented, as in a list; its code is then taken back as far. */
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
