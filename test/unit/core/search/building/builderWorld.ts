import { IndexBuilder } from "../../../../../src/core/search/building/indexBuilder";
import type { IndexFacts } from "../../../../../src/core/search/model/indexCatalogue";
import type { BuildPlan, SemanticIndex } from "../../../../../src/core/search/model/semanticIndex";
import { manualClock } from "../../memoryPorts";

export const plan: BuildPlan = {
	gatewayName: "Demo",
	model: "demo-embed",
	folders: ["folder"],
	newFolders: [""],
	files: 2,
	filesToSend: 2,
	missing: 3,
	tokens: 300,
};
export const yes = async () => true;
export const no = async () => false;

/** Creates an index that records its calls. */
export function fakeIndex(
	fails: { prepare?: Error; follow?: Error; build?: Error; delete?: Error } = {},
	key = "demo",
) {
	const calls: string[] = [];
	let missing = plan.missing;
	const world = {
		there: true,
		agreed: false,
		folderAdded: false,
		paused: false,
		agreedContents: plan.missing,
		/** Deletes the index, as another window may do. */
		gone: () => {
			Object.assign(world, { there: false, agreed: false, paused: false });
			missing = plan.missing;
		},
	};
	let hold: Promise<void> | undefined;
	const index: SemanticIndex = {
		key,
		consent: async () => (world.folderAdded ? "folderAdded" : world.agreed ? "given" : "none"),
		async agree() {
			Object.assign(world, { agreed: true, folderAdded: false });
		},
		isMoreThanAgreed: async (contents) => contents > world.agreedContents,
		paused: async () => world.paused,
		async setPaused(paused) {
			world.paused = paused && world.there;
		},
		withLock: async (make, run) => {
			world.there ||= make;
			return world.there ? run() : undefined;
		},
		async prepare() {
			calls.push("prepare");
			if (fails.prepare) throw fails.prepare;
			return { ...plan, missing };
		},
		async build(signal, onProgress, refusedToo = true) {
			calls.push(refusedToo ? "build" : "build new");
			onProgress({ phase: "embedding", done: 1, total: 3 });
			if (hold) await Promise.race([hold, aborted(signal)]);
			signal.throwIfAborted();
			if (fails.build) throw fails.build;
			missing = 0;
			return { embedded: 3, refused: [] };
		},
		async follow(paths) {
			calls.push(`follow ${[paths].flat().join()}`);
			if (fails.follow) throw fails.follow;
			if (paths !== "all") missing = 1;
			return missing;
		},
		search: async () => ({ chunks: [] }),
		facts: async () => (world.there ? ({ missing } as IndexFacts) : undefined),
		async delete() {
			calls.push("delete");
			if (fails.delete) throw fails.delete;
			world.gone();
		},
		async deleteUnembedded() {
			calls.push("delete unembedded");
			if (missing < plan.missing) return false;
			world.gone();
			return true;
		},
	};
	return Object.assign(world, { index, calls, fails, hold: (until: Promise<void>) => (hold = until) });
}

const aborted = (signal: AbortSignal) =>
	new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

export const setUp = (fails?: Parameters<typeof fakeIndex>[0]) => {
	const world = fakeIndex(fails);
	const clock = manualClock();
	const chosen: { index: SemanticIndex | Error } = { index: world.index };
	const index = async () => (chosen.index instanceof Error ? Promise.reject(chosen.index) : chosen.index);
	const builder = new IndexBuilder({ index, clock });
	return { world, builder, chosen, calls: world.calls, clock };
};
/** Resolves when the current build has reported its progress. */
export const underWay = (builder: IndexBuilder) =>
	new Promise<void>((resolve) => {
		builder.onDidChange(() => builder.state.type === "running" && builder.state.progress.done === 1 && resolve());
	});
export const never = new Promise<void>(() => {});
/** Records the following states as they are reported. */
export const statesOf = (builder: IndexBuilder) => {
	const states: string[] = [];
	builder.onDidChange(() => {
		const { state } = builder;
		const running = state.type === "running" && ` ${state.progress.done}${state.asked ? ", asked" : ""}`;
		states.push(state.type + (running || ""));
	});
	return states;
};
/** Waits until pending callbacks have run; nothing here needs a timer. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
