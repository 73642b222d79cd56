// A worker that streams a text to its page, as the extension's host does.
import type { Clock } from "../../../src/core/base/ports";
import { GatheredChanges } from "../../../src/core/chat/gatheredChanges";

/** What the pump is to stream. */
export interface PumpTask {
	/** What the gateway sends. */
	readonly pieces: readonly string[];
	readonly perSecond: number;
	/** Whether the pieces are gathered by Gatehouse's own host before they become messages; otherwise each is one. */
	readonly gathered: boolean;
}

const clock: Clock = {
	now: () => performance.now(),
	after: (milliseconds, run) => {
		const timer = setTimeout(run, milliseconds);
		return { dispose: () => clearTimeout(timer) };
	},
};

addEventListener("message", ({ data: { pieces, perSecond, gathered } }: MessageEvent<PumpTask>) => {
	const changes = new GatheredChanges(clock, (change) => change.type === "text" && postMessage(change.text));
	const send = (text: string) =>
		gathered ? changes.take({ type: "text", answer: "", text, reasoning: "" }) : postMessage(text);
	const began = performance.now();
	let sent = 0;
	const tick = setInterval(() => {
		const due = Math.min(pieces.length, Math.floor(((performance.now() - began) * perSecond) / 1000));
		for (const piece of pieces.slice(sent, due)) send(piece);
		sent = due;
		if (sent < pieces.length) return;
		clearInterval(tick);
		changes.flush();
		postMessage(null);
	}, 4);
});
