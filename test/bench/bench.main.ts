// `npm run bench [PART…] [-- --json FILE] [-- --only WORDS] [-- --half train|held] [-- --show STYLE] [-- --without
// RULE|each]`: figures beside their goals. Exits with 0 if everything was measured, whether the goals are reached or
// not; with 1 if a part could not be measured; with 2 if the arguments are invalid, such as if --only chooses no
// subject.
import { writeFile } from "node:fs/promises";
import { messageOf } from "../../src/core/base/errors";
import { type BenchArguments, parseBenchArguments } from "./benchArguments";
import { benchTable } from "./benchTable";
import { ChosenSubjects } from "./chosenSubjects";
import type { Figure, Part, Subject } from "./figure";
import { agentPart } from "./parts/agentPart";
import { chatPart } from "./parts/chatPart";
import { completionsPart } from "./parts/completionsPart";
import { editsPart } from "./parts/editsPart";
import { lmPart } from "./parts/lmPart";
import { searchPart } from "./parts/searchPart";
import { startPart } from "./parts/startPart";
import { wirePart } from "./parts/wirePart";

const parts: Readonly<Record<string, (asked: BenchArguments) => Part>> = {
	agent: () => agentPart,
	chat: () => chatPart,
	completions: () => completionsPart,
	edits: editsPart,
	lm: () => lmPart,
	search: () => searchPart,
	start: () => startPart,
	wire: () => wirePart,
};

async function main(asked: BenchArguments): Promise<number> {
	const { parts: names, json, only = "" } = asked;
	const figures: Figure[] = [];
	const failures: string[] = [];
	const chosen = new ChosenSubjects(only);
	for (const part of names) {
		const tell = (line: string) => console.log(`gatehouse: ${part}: ${line}`);
		const subject: Subject = async (name, run) => {
			if (!chosen.includes(name)) return [];
			tell(name);
			try {
				return await run();
			} catch (error) {
				failures.push(`${part}: ${name}: this could not be measured: ${messageOf(error)}`);
				return [];
			}
		};
		try {
			const found = await parts[part]?.(asked)(tell, subject);
			figures.push(...(found ?? []).map((measured) => ({ part, ...measured })));
		} catch (error) {
			failures.push(`part "${part}" could not be measured: ${messageOf(error)}`);
		}
	}
	// Reported before the table, which would have no figures without a subject.
	if (chosen.problem && failures.length === 0) {
		console.error(`gatehouse: ${chosen.problem}`);
		return 2;
	}
	console.log(`\n${benchTable(figures)}\n`);
	const missed = figures.filter(({ holds }) => holds === false);
	for (const { part, name, goal } of missed) console.log(`gatehouse: does not hold: ${part}: ${name} ${goal}`);
	for (const failure of failures) console.error(`gatehouse: ${failure}`);
	if (json) await writeFile(json, `${JSON.stringify(figures, null, "\t")}\n`);
	return failures.length > 0 ? 1 : 0;
}

function read(args: readonly string[]): BenchArguments | undefined {
	try {
		return parseBenchArguments(args, Object.keys(parts));
	} catch (error) {
		console.error(`gatehouse: ${messageOf(error)}`);
		return undefined;
	}
}

const asked = read(process.argv.slice(2));
process.exitCode = asked
	? await main(asked).catch((error) => {
			console.error(`gatehouse: ${messageOf(error)}`);
			return 1;
		})
	: 2;
