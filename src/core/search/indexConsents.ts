import type { StateStore } from "../base/ports";

/** In the workspace's own state: what the user has agreed to, for each gateway and model. */
const key = "gatehouse.indexConsent";

/** Whether the user has agreed. @param name what to; without it, to anything at all. */
export function hasConsent(state: StateStore, name?: string): boolean {
	const kept = consents(state);
	return name === undefined ? kept.length > 0 : kept.includes(name);
}

export async function agreeTo(state: StateStore, name: string): Promise<void> {
	await state.set(key, [...consents(state), name]);
}

export async function disagreeTo(state: StateStore, name: string): Promise<void> {
	await state.set(
		key,
		consents(state).filter((one) => one !== name),
	);
}

function consents(state: StateStore): readonly string[] {
	const kept = state.get(key);
	return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
}
