import { withHiddenNumbers } from "../../../shared/text/hiddenCharacters";
import { agentLimits } from "../../../shared/untrusted/limits";
import type { Redactor } from "../../base/knownKeys";
import { SecretLines } from "../../context/secrets/secretLines";
import { cappedLines, counted, fencedData } from "../tools/toolResult";
import { TerminalText } from "./terminalText";

/** Maximum number of characters that are kept of a line. */
const lineLength = 1_000;
/** Maximum number of characters that are kept of the first and of the last lines; the result contains some of these. */
const headLength = 32_000;
const tailLength = 64_000;
/** Share of the result for the first lines: most commands print what matters at the end. */
const headShare = 0.25;
/** Share of replacement characters above which a line counts as binary. */
const binaryShare = 0.1;
/** Maximum length of the word that is removed from the end of a cut-off line, in characters. */
const longestWord = 256;
/** Maximum output of a command, in characters and in lines; a command that exceeds it is ended. */
const mostCharacters = 32 * 1024 * 1024;
const mostLines = 1_000_000;
/** Number of characters at the end of a line that are searched for a question. */
const questionLength = 200;

/**
 * Matches the end of a question. A bracket, a sign such as `>`, or a colon without a space after it does not count:
 * programs that ask nothing end their lines with these, too.
 */
const question =
	/\?$|[[(]y(?:es)?(?:\/\w{1,10}){1,4}[\])]:?$|--more--|\(end\)$|\b(?:password|passphrase|passcode)\b|\bpress (?:any key|enter|return)\b/i;

/** A line of output, and whether its end was cut off. */
interface OutputLine {
	readonly text: string;
	readonly cut: boolean;
}

/** The output of a command: its first and its last lines, in bounded memory, without secrets. */
export class CommandOutput {
	/** The number of characters that have arrived. */
	#length = 0;
	#line = "";
	#lineCut = false;
	readonly #head: OutputLine[] = [];
	#headLength = 0;
	#tail: OutputLine[] = [];
	#tailLength = 0;
	#lines = 0;
	#secrets = 0;
	#binary = 0;
	readonly #secretLines = new SecretLines();
	readonly #text = new TerminalText({
		line: () => this.#endLine(),
		add: (text) => {
			const room = lineLength - this.#line.length;
			if (text.length > room) this.#lineCut = true;
			if (room > 0) this.#line += text.slice(0, room);
		},
		restart: () => {
			this.#line = "";
			this.#lineCut = false;
		},
		back: () => {
			this.#line = this.#line.slice(0, -1);
		},
	});

	/** @param redact removes known keys. */
	constructor(private readonly redact: Redactor) {}

	add(piece: string): void {
		this.#length += piece.length;
		this.#text.add(piece);
	}

	/** Whether there is so much output that the command has to be ended. */
	get isTooLong(): boolean {
		return this.#length > mostCharacters || this.#lines > mostLines;
	}

	/** Whether the output ends in what looks like a question to the user. */
	get asks(): boolean {
		if (this.#lineCut) return false;
		const line = this.#line.slice(-questionLength);
		return line.endsWith(": ") || question.test(line.trimEnd());
	}

	/**
	 * Returns the output for the model: as many lines from its beginning and its end as fit, and how many were left out.
	 */
	result(): string {
		if (this.#line !== "") this.#endLine();
		const notes = [
			this.#secrets > 0 ? `${counted(this.#secrets, "line")} left out: they may contain secrets.` : "",
			this.#binary > 0 ? `${counted(this.#binary, "line")} of binary data left out.` : "",
		];
		const said = notes.filter((note) => note !== "").map((note) => `\n(${note})`);
		if (this.#lines === 0) return `No output.${said.join("")}`;
		const kept = [...this.#head, ...this.#tail].map((line) => this.#shown(line));
		// False once lines between the first and the last ones have been dropped.
		const isWhole = this.#lines === kept.length;
		const all = isWhole ? cappedLines(kept, agentLimits.resultTokens) : undefined;
		if (all && all.left === 0) return `Output:\n${fencedData(all.lines.join("\n"))}${said.join("")}`;
		const first = cappedLines(isWhole ? kept : kept.slice(0, this.#head.length), agentLimits.resultTokens * headShare);
		const rest = kept.slice(isWhole ? first.lines.length : this.#head.length).reverse();
		const last = cappedLines(rest, agentLimits.resultTokens * (1 - headShare)).lines.toReversed();
		const left = Math.max(0, this.#lines - first.lines.length - last.length);
		const gap = `(${counted(left, "line")} left out here.)`;
		const parts = [fencedData(first.lines.join("\n")), ...(left > 0 ? [gap] : []), fencedData(last.join("\n"))];
		return `Output, ${counted(this.#lines, "line")}:\n${parts.join("\n")}${said.join("")}`;
	}

	/** Returns a line without keys. Takes single lines, because a cut-off key is recognized only at the end of a text. */
	#shown({ text, cut }: OutputLine): string {
		return withHiddenNumbers(this.redact(text)) + (cut ? "…" : "");
	}

	#endLine(): void {
		const line = { text: this.#lineCut ? withoutLastWord(this.#line) : this.#line, cut: this.#lineCut };
		this.#line = "";
		this.#lineCut = false;
		if (this.#secretLines.includes(line.text)) this.#secrets++;
		else if (isBinary(line.text)) this.#binary++;
		else this.#appendLine(line);
	}

	#appendLine(line: OutputLine): void {
		this.#lines++;
		const length = line.text.length + 1;
		if (this.#tail.length === 0 && this.#headLength + length <= headLength) {
			this.#head.push(line);
			this.#headLength += length;
			return;
		}
		this.#tail.push(line);
		this.#tailLength += length;
		// Done rarely, because it copies the lines.
		if (this.#tailLength > tailLength * 2) this.#dropOld();
	}

	#dropOld(): void {
		let kept = 0;
		let from = this.#tail.length;
		for (; from > 0 && kept <= tailLength; from--) kept += (this.#tail[from - 1]?.text.length ?? 0) + 1;
		this.#tail = this.#tail.slice(from);
		this.#tailLength = kept;
	}
}

/** Returns a line without its end, which may be the beginning of a secret that cannot be recognized. */
function withoutLastWord(text: string): string {
	let end = text.length;
	while (end > text.length - longestWord && text.charAt(end - 1).trim() !== "") end--;
	return text.slice(0, end);
}

/** Returns whether a line has characters that text does not have. */
function isBinary(text: string): boolean {
	if (text.includes("\0")) return true;
	let wrong = 0;
	for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) wrong++;
	return wrong > text.length * binaryShare;
}
