import * as l10n from "@vscode/l10n";
import type { LeftOut, MakingRoom, Message } from "../../../shared/conversation";
import { numberText } from "../../../shared/text/numberText";
import { UserError } from "../../base/errors";
import type { TokenCounter } from "./tokenCounter";

/** The size of a model's context, and the token counter for it. */
export interface ContextWindow {
	/** In tokens, question and answer together; `null` when it is unknown. */
	readonly limit: number | null;
	readonly counter: TokenCounter;
}

/** Maximum number of tokens reserved for an answer without a length limit; never more than an eighth of the window. */
const mostForAnswer = 1024;

/** Returns the number of tokens that a request may have, with room for an answer; `null` when the limit is unknown. */
export function roomFor({ limit }: ContextWindow, maxTokens: number | undefined): number | null {
	return limit === null ? null : Math.max(0, limit - (maxTokens ?? Math.min(mostForAnswer, Math.floor(limit / 8))));
}

/**
 * Decides which parts of a request are left out so that it fits. Nothing is left out unless the user chose it.
 *
 * @param branch the conversation, which ends with the question to answer, or with the answer to continue.
 * @param how the user's choice; `undefined` while there is none.
 * @param tokensWithout returns the number of tokens of the request without these parts.
 * @param model the model's id, which may differ from the chosen model's.
 * @throws UserError with the choices that help, when it does not fit.
 */
export function makeRoom(
	branch: readonly Message[],
	room: number | null,
	how: MakingRoom | undefined,
	tokensWithout: (leftOut: ReadonlySet<string>) => number,
	model: string,
): LeftOut | undefined {
	if (room === null || how === "sendAnyway") return undefined;
	const whole = tokensWithout(new Set());
	if (whole <= room) return undefined;
	const steps = stepsOf(branch);
	const helping = waysOut.filter((way) => fewest(steps[way], room, tokensWithout));
	const ids = how && fewest(steps[how], room, tokensWithout);
	if (how && ids) return { how, ids };
	throw new UserError(
		l10n.t(
			"The request has about {0} tokens, but only {1} fit in the context of {2}.",
			numberText(whole),
			numberText(room),
			model,
		),
		[...helping, "selectModel", "sendAnyway"],
	);
}

/** Returns the ways to make a request smaller that still have something to leave out. */
export function waysLeft(branch: readonly Message[], without: ReadonlySet<string>): readonly LeftOut["how"][] {
	const steps = stepsOf(branch);
	return waysOut.filter((way) => steps[way].some((ids) => ids.some((id) => !without.has(id))));
}

const waysOut = ["leaveOutOldest", "leaveOutAttachments"] as const;

function stepsOf(branch: readonly Message[]): Readonly<Record<LeftOut["how"], readonly (readonly string[])[]>> {
	return { leaveOutOldest: oldestTurns(branch), leaveOutAttachments: oldestAttachments(branch) };
}

/** Returns what the conversation's last request left out. The chosen way applies until there is room again. */
export function lastLeftOut(branch: readonly Message[]): LeftOut | undefined {
	return branch.findLast((message) => message.role === "assistant")?.leftOut;
}

/** Returns the turns that can be left out, oldest first, each a question with its answer; excludes the last turn. */
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

/** Returns the ids of as few steps as needed, from the first on; `undefined` when even all steps are not enough. */
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
