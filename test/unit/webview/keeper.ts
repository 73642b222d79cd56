import type { StateKeeper } from "../../../src/webview/state/pageMemory";

/** A stand-in for VS Code's storage of a page's state. */
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
