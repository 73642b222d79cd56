import * as l10n from "@vscode/l10n";
import type { LeftOut, MakingRoom, Message } from "../../shared/conversation";
import { UserError } from "../base/errors";
import type { TokenCounter } from "./tokenCounter";

/** How much a model takes in, and how that is counted. */
export interface ContextWindow {
	/** In tokens, question and answer together; `null` when nobody knows. */
	readonly limit: number | null;
	readonly counter: TokenCounter;
}

/** What is kept free for an answer whose length is not limited: an eighth of the window, but no more than this. */
const mostForAnswer = 1024;

/** How many tokens a request may have, so that an answer has room; `null` when the limit is not known. */
export function roomFor({ limit }: ContextWindow, maxTokens: number | undefined): number | null {
	return limit === null ? null : Math.max(0, limit - (maxTokens ?? Math.min(mostForAnswer, Math.floor(limit / 8))));
}

/**
 * What a request has to go without to fit. Nothing is left out that the user did not choose.
 *
 * @param branch the conversation, with what is to be answered, or gone on with, at its end.
 * @param how the user's choice; `undefined` while there was none.
 * @param tokensWithout how many tokens the request has without these.
 * @throws UserError with the choices that help, when it does not fit.
 */
export function makeRoom(
	branch: readonly Message[],
	room: number | null,
	how: MakingRoom | undefined,
	tokensWithout: (leftOut: ReadonlySet<string>) => number,
): LeftOut | undefined {
	if (room === null || how === "sendAnyway") return undefined;
	const whole = tokensWithout(new Set());
	if (whole <= room) return undefined;
	const steps = stepsOf(branch);
	const helping = waysOut.filter((way) => fewest(steps[way], room, tokensWithout));
	const ids = how && fewest(steps[how], room, tokensWithout);
	if (how && ids) return { how, ids };
	throw new UserError(l10n.t("This is about {0} tokens, more than the {1} that the model has room for.", whole, room), [
		...helping,
		"selectModel",
		"sendAnyway",
	]);
}

/** The ways to make a request smaller that still have something to leave out. */
export function waysLeft(branch: readonly Message[], without: ReadonlySet<string>): readonly LeftOut["how"][] {
	const steps = stepsOf(branch);
	return waysOut.filter((way) => steps[way].some((ids) => ids.some((id) => !without.has(id))));
}

const waysOut = ["leaveOutOldest", "leaveOutAttachments"] as const;

function stepsOf(branch: readonly Message[]): Readonly<Record<LeftOut["how"], readonly (readonly string[])[]>> {
	return { leaveOutOldest: oldestTurns(branch), leaveOutAttachments: oldestAttachments(branch) };
}

/** What the conversation's last request went without. How it was chosen holds until there is room again. */
export function lastLeftOut(branch: readonly Message[]): LeftOut | undefined {
	return branch.findLast((message) => message.role === "assistant")?.leftOut;
}

/** The turns, the oldest first, each a question with its answer; the last question and its answer are none to be left out. */
function oldestTurns(branch: readonly Message[]): readonly (readonly string[])[] {
	const turns: string[][] = [];
	const last = branch.findLastIndex(({ role }) => role === "user");
	for (const { role, id } of branch.slice(0, last)) {
		if (role === "user") turns.push([id]);
		else turns.at(-1)?.push(id);
	}
	return turns;
}

function oldestAttachments(branch: readonly Message[]): readonly (readonly string[])[] {
	return branch.flatMap((message) => (message.role === "user" ? message.attachments.map(({ id }) => [id]) : []));
}

/** As few of these as are enough, from the first; `undefined` when all are not. */
function fewest(
	steps: readonly (readonly string[])[],
	room: number,
	tokensWithout: (leftOut: ReadonlySet<string>) => number,
): readonly string[] | undefined {
	const first = (count: number) => steps.slice(0, count).flat();
	const fits = (count: number) => tokensWithout(new Set(first(count))) <= room;
	if (!fits(steps.length)) return undefined;
	let [low, high] = [0, steps.length];
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		if (fits(middle)) high = middle;
		else low = middle + 1;
	}
	return first(low);
}
