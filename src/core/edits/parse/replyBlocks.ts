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
	/** The last line of prose above the block, such as "Usage:"; empty when there is none since the block before. */
	readonly lead: string;
}

/** An answer, split into its parts. */
export interface Reply {
	readonly blocks: readonly ReplyBlock[];
	/** The lines outside of the blocks. */
	readonly prose: readonly string[];
	readonly lines: readonly string[];
}

const opening = /^(\s*)(`{3,}|~{3,}(?!~))([^`]*)$/;

/** A block whose fence has been opened. */
interface OpenBlock {
	readonly indent: string;
	readonly fence: string;
	readonly info: string;
	readonly lead: string;
	readonly lines: string[];
	/** Whether a fence is open inside of it. */
	inner: boolean;
}

/**
 * Splits an answer into code blocks and prose. A fence may be indented, as in a list; its code is then unindented by
 * as much. A block of Markdown contains fences of its own, which are often as long as the fence around them.
 */
export function replyBlocks(text: string): Reply {
	const all = splitLines(text.replace(/^\ufeff/, ""));
	const blocks: ReplyBlock[] = [];
	const prose: string[] = [];
	let lead = "";
	let open: OpenBlock | undefined;
	const fences = all.map((line) => opening.exec(line) ?? undefined);
	const finish = (closed: boolean) => {
		if (!open) return;
		const { indent, info, lead, lines } = open;
		const taken = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart() && line));
		blocks.push({ ...fenceInfo(info), lines: taken, closed, lead });
		open = undefined;
	};
	for (const [at, line] of all.entries()) {
		const [, indent = "", fence, info = ""] = fences[at] ?? [];
		if (open) {
			const ends =
				fence?.startsWith(open.fence) === true && info.trim() === "" && indent.length <= open.indent.length + 3;
			// A fence that opens an inner block has code below it.
			const opens = isMarkdown(open.info) && (all[at + 1] ?? "").trim() !== "";
			if (ends && !open.inner && !opens) finish(true);
			else {
				if (isMarkdown(open.info) && fence !== undefined && (ends || fence.startsWith(open.fence)))
					open.inner = !open.inner;
				open.lines.push(line);
			}
		} else if (fence !== undefined) {
			open = { indent, fence, info, lead, lines: [], inner: false };
			lead = "";
		} else {
			prose.push(line);
			if (line.trim() !== "") lead = line;
		}
	}
	finish(false);
	return { blocks, prose, lines: all };
}

/** Returns whether a fence's information names Markdown. */
function isMarkdown(info: string): boolean {
	return /^(?:markdown|md|mdx)$/.test(fenceInfo(info).language);
}
