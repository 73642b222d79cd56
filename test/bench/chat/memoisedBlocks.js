// Cline's way: its host posts each piece as it arrives, and the page draws once in each frame; marked splits the text into blocks, and
// each is a memoised React element that react-markdown draws.
import { marked } from "marked";
import { createElement, memo, useMemo, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import ReactMarkdown from "react-markdown";
import rehypeHighlight from "rehype-highlight";
import remarkGfm from "remark-gfm";
import { offer, transcript } from "./subject";

const { body, follow } = transcript();
let text = "";
let frame;
const listeners = new Set();

const Block = memo(({ content }) =>
	createElement(ReactMarkdown, { remarkPlugins: [remarkGfm], rehypePlugins: [rehypeHighlight] }, content),
);

function Answer() {
	const shown = useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => text,
	);
	const blocks = useMemo(() => marked.lexer(shown).map((token) => token.raw), [shown]);
	return blocks.map((content, index) => createElement(Block, { content, key: index }));
}

let waiting = "";
function draw() {
	frame = undefined;
	text += waiting;
	waiting = "";
	for (const listener of listeners) listener();
	follow();
}

createRoot(body).render(createElement(Answer));
offer({
	take(piece) {
		waiting += piece;
		if (frame === undefined) frame = requestAnimationFrame(draw);
	},
	end: draw,
	root: () => body,
});
