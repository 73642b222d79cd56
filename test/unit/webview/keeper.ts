import type { StateKeeper } from "../../../src/webview/state/pageMemory";

/** VS Code's keeping of a page's state. */
export function keeper(state?: unknown): StateKeeper & { writes: number } {
	let kept = structuredClone(state);
	return {
		writes: 0,
		getState: () => kept,
		setState(next) {
			kept = structuredClone(next);
			this.writes++;
		},
	};
}
