import { writeEndMark } from "./endMark";

/** How commands are passed to a shell. */
interface Quoting {
	/** Enters a folder without running what is set up for that. */
	readonly enter: string;
	/**
	 * Joins the command with what follows its end: in zsh, also where Ctrl+C ends the line; in bash as one simple command.
	 * Where bash's history keeps no repeated lines, as Debian and Ubuntu set it up, it tells VS Code only the first simple
	 * command of a line: VS Code would not know the line again, and its output would be lost.
	 */
	join(run: string, atEnd: string): string;
}

/** Shells whose line editor takes a command that we quote; they all read `$'…'`. */
const quoting: ReadonlyMap<string, Quoting> = new Map([
	["bash", { enter: "builtin cd --", join: (run, atEnd) => `builtin eval ${verbatim(`${run}; ${atEnd}`)}` }],
	["zsh", { enter: "builtin cd -q --", join: (run, atEnd) => `{ ${run}; } always { ${atEnd}; }` }],
]);

/** What a physical line has besides the command. */
interface PhysicalLineParts {
	/** The shell's name, such as `bash`. */
	readonly shell: string;
	/** The absolute path of the folder in which the command runs: what is set up for the shell may have left it. */
	readonly folder: string;
	/** The variables that are set for the command. */
	readonly variables: Readonly<Record<string, string>>;
	/** The path of the file for the exit code. */
	readonly codeFile: string;
}

/**
 * Returns a command as one physical line for an interactive shell: several lines hang VS Code, and what the user allowed
 * must not be completed, expanded from the history, replaced by a function such as `fc`, or waited for to go on. So a
 * shell of its own runs it, alone with the variables: what the interactive shell starts by itself, or for the user later,
 * must not be taken for the command's. Whatever is written to the terminal can pretend that a command has ended, so the
 * interactive shell writes the exit code to a file of which the command's own shell knows nothing, and then a mark with the
 * file's name, before what it writes by itself.
 *
 * @returns `undefined` for a shell for which it cannot be quoted.
 */
export function physicalLine(
	command: string,
	{ shell, folder, variables, codeFile }: PhysicalLineParts,
): string | undefined {
	const rules = quoting.get(shell);
	if (!rules) return undefined;
	const set = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)} `);
	const run = `${rules.enter} ${quoted(folder)} && ${set.join("")}${shell} -c ${quoted(command)}`;
	const file = quoted(codeFile);
	return rules.join(run, `builtin echo $? > ${file}; ${writeEndMark(file)}`);
}

/** Returns whether commands can be quoted for a shell. */
export function isQuotable(shell: string): boolean {
	return quoting.has(shell);
}

/** Returns a text without control characters in single quotes, as bash keeps them: it would replace `$'…'`. */
function verbatim(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a text in single quotes, with what a line editor would take for a key or for its own syntax as escapes. */
function quoted(text: string): string {
	if (!/[\p{Cc}'!]/u.test(text)) return `'${text}'`;
	return `$'${text.replace(/[\p{Cc}\\'!]/gu, escaped)}'`;
}

function escaped(character: string): string {
	if (character === "\n") return "\\n";
	if (character === "\\" || character === "'") return `\\${character}`;
	const code = character.charCodeAt(0);
	// In octal, of which three digits are read at most. What is beyond ASCII has two bytes in UTF-8.
	const bytes = code < 0x80 ? [code] : [0xc0 | (code >> 6), 0x80 | (code & 0x3f)];
	return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
