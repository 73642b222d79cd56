// A worker that streams a text to its page, as the extension's host does.
import type { Clock } from "../../../src/core/base/ports";
import { ChangeBatcher } from "../../../src/core/chat/session/changeBatcher";

/** The task of the pump. */
export interface PumpTask {
	/** The text that the gateway sends. */
	readonly text: string;
	/** Number of pieces of the text, which all have the same length. */
	readonly pieces: number;
	readonly perSecond: number;
	/** Whether Gatehouse's own host gathers the pieces into messages; otherwise, each piece is a message. */
	readonly gathered: boolean;
}

const clock: Clock = {
	now: () => performance.now(),
	after: (milliseconds, run) => {
		const timer = setTimeout(run, milliseconds);
		return { dispose: () => clearTimeout(timer) };
	},
};

addEventListener("message", ({ data: { text, pieces, perSecond, gathered } }: MessageEvent<PumpTask>) => {
	const changes = new ChangeBatcher(clock, (change) => change.type === "text" && postMessage(change.text));
	const send = (piece: string) =>
		gathered ? changes.take({ type: "text", answer: "", text: piece, reasoning: "" }) : postMessage(piece);
	const start = (piece: number) => Math.floor((piece * text.length) / pieces);
	const began = performance.now();
	let sent = 0;
	const tick = setInterval(() => {
		const due = Math.min(pieces, Math.floor(((performance.now() - began) * perSecond) / 1000));
		for (; sent < due; sent++) send(text.slice(start(sent), start(sent + 1)));
		if (sent < pieces) return;
		clearInterval(tick);
		changes.flush();
		postMessage(null);
	}, 4);
});
