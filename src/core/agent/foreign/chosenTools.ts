import type { ChosenTool } from "../../../shared/chosenTool";
import { withHiddenNumbers } from "../../../shared/text/hiddenCharacters";
import { cutText } from "../../../shared/untrusted/cutText";
import { agentLimits } from "../../../shared/untrusted/limits";
import { messageOf } from "../../base/errors";
import type { Redactor } from "../../base/knownKeys";
import { withoutSecretLines } from "../../context/secrets/secretLines";
import { textTokens } from "../../context/tokens/tokenEstimate";
import { type AgentTool, ToolError } from "../loop/agentTool";
import { toolApproval } from "../loop/callApproval";
import { counted, fencedData } from "../tools/toolResult";
import { callName, type ForeignResult, type ForeignTools, foreignDefinition, isChosen } from "./foreignTool";

/** The chosen tools that can be used now. */
export interface ChosenTools {
	readonly tools: readonly AgentTool[];
	/** The chosen tools that have changed since they were chosen: they are no longer used. */
	readonly changed: readonly ChosenTool[];
}

interface ChosenToolsDeps {
	readonly foreign: ForeignTools;
	/** Removes known keys from what a tool writes. */
	readonly redact: Redactor;
	/** The names of the other tools of a task. */
	readonly taken: readonly string[];
	/** Called with a tool that is found to have changed when the model calls it. */
	readonly onChanged?: (tool: ChosenTool) => void;
}

/** Returns the chosen tools that are available and have not changed. A tool that is not available now stays chosen. */
export async function chosenTools(chosen: readonly ChosenTool[], deps: ChosenToolsDeps): Promise<ChosenTools> {
	const { foreign, taken } = deps;
	const listed = new Map(foreign.list().map((tool) => [tool.name, tool]));
	const names = new Set(taken);
	const tools: AgentTool[] = [];
	const changed: ChosenTool[] = [];
	for (const one of chosen.slice(0, agentLimits.chosenTools)) {
		const tool = listed.get(one.name);
		if (!tool) continue;
		if (!(await isChosen(tool, one))) {
			changed.push(one);
			continue;
		}
		const name = callName(tool.name, names);
		names.add(name);
		tools.push({
			// Its effects are unknown.
			changes: true,
			repeatable: true,
			definition: foreignDefinition(tool, name),
			prepare: async (given) => {
				const assertSame = () => assertUnchanged(one, deps);
				await assertSame();
				return {
					target: one.name,
					access: toolApproval(one, given),
					run: async (signal) => {
						// It may have changed while the user decided.
						await assertSame();
						return calledTool(one, given, deps, signal);
					},
				};
			},
		});
	}
	return { tools, changed };
}

/** @throws ToolError when a tool is gone or is no longer the one that the user chose. */
async function assertUnchanged(chosen: ChosenTool, { foreign, onChanged }: ChosenToolsDeps): Promise<void> {
	const tool = foreign.list().find(({ name }) => name === chosen.name);
	if (!tool) throw new ToolError("This tool is not available any more.", chosen.name);
	if (await isChosen(tool, chosen)) return;
	onChanged?.(chosen);
	throw new ToolError("This tool has changed since the user chose it. Do not call it again.", chosen.name);
}

/** Calls a tool, and returns its result for the model. @throws ToolError with the tool's error, fenced as data. */
async function calledTool(
	{ name }: ChosenTool,
	given: object,
	{ foreign, redact }: ChosenToolsDeps,
	signal: AbortSignal,
): Promise<string> {
	signal.throwIfAborted();
	let stop = () => {};
	// A tool may ignore the signal.
	const stopped = new Promise<never>((_, reject) => {
		stop = () => reject(new ToolError("The user stopped this call.", name));
		signal.addEventListener("abort", stop);
	});
	try {
		const { texts, others } = await Promise.race([foreign.call(name, given, signal), stopped]);
		return foreignResultText({ texts, others }, redact);
	} catch (error) {
		if (error instanceof ToolError) throw error;
		const { text } = withoutSecretLines(redact(messageOf(error).slice(0, agentLimits.toolResult)));
		const words = withHiddenNumbers(cutText(text, agentLimits.toolError));
		throw new ToolError(`The tool failed:\n${fencedData(words)}`, name, { cause: error });
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

/**
 * Returns as much of a result's text as fits, fenced and without lines that may contain secrets, with notes on the
 * parts that were left out.
 *
 * @param redact removes known keys.
 */
export function foreignResultText({ texts, others }: ForeignResult, redact: Redactor = (text) => text): string {
	const all = texts.join("\n");
	const { text: whole, secrets } = withoutSecretLines(redact(all.slice(0, agentLimits.toolResult)));
	const head = withHiddenNumbers(whole.slice(0, mostCharacters));
	const kept = cutToTokens(head);
	const unread = Math.max(0, whole.length - mostCharacters) + Math.max(0, all.length - agentLimits.toolResult);
	const left = head.length - kept.length + unread;
	return [
		whole === "" ? "(No text.)" : fencedData(kept),
		...(secrets > 0 ? [`(${counted(secrets, "line")} left out: they may contain secrets.)`] : []),
		...(left > 0 ? [`(${counted(left, "character")} left out.)`] : []),
		...(others > 0 ? [`(${counted(others, "part")} left out: not text.)`] : []),
	].join("\n");
}

/** Maximum number of characters that can fit: a token of ordinary text has fewer than 12. */
const mostCharacters = 12 * agentLimits.resultTokens;

/** Returns the beginning of a text, cut to the tokens that a result may have. */
function cutToTokens(text: string): string {
	const most = agentLimits.resultTokens;
	let kept = text;
	for (let tokens = textTokens(kept); tokens > most; tokens = textTokens(kept))
		kept = kept.slice(0, Math.floor(kept.length * Math.min(0.95, most / tokens)));
	return kept.toWellFormed();
}
