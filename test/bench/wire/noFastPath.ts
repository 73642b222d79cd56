import type { DeltaFastPath as FastPath } from "../../../src/core/gateway/response/deltaFastPath";

/** Replaces the fast path in a bundle: no event matches, so every chunk is parsed as JSON. */
export class DeltaFastPath implements Pick<FastPath, keyof FastPath> {
	readonly type = "text";
	readonly text = "";
	readonly usage = undefined;

	read(): number {
		return -1;
	}

	setExample(): void {}
}
