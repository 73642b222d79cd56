import { writeEndMark } from "./endMark";

/** The rules for passing a command to a shell. */
interface Quoting {
	/** Changes to a folder without running the functions or hooks that are set up for that. */
	readonly enter: string;
	/**
	 * Joins the command with what runs after it: in zsh, even when Ctrl+C ends the line; in bash, as one simple command.
	 * Where bash's history ignores repeated lines, as on Debian and Ubuntu, bash reports only the first simple command of
	 * a line to VS Code, which would then not recognize the line, and lose its output.
	 */
	join(run: string, atEnd: string): string;
}

/** The shells for which commands can be quoted; they all understand `$'…'`. */
const quoting: ReadonlyMap<string, Quoting> = new Map([
	["bash", { enter: "builtin cd --", join: (run, atEnd) => `builtin eval ${verbatim(`${run}; ${atEnd}`)}` }],
	["zsh", { enter: "builtin cd -q --", join: (run, atEnd) => `{ ${run}; } always { ${atEnd}; }` }],
]);

/** The parts of a physical line besides the command. */
interface PhysicalLineParts {
	/** The shell's name, such as `bash`. */
	readonly shell: string;
	/** The absolute path of the folder in which the command runs; the shell's startup files may have left it. */
	readonly folder: string;
	/** The environment variables that are set for the command. */
	readonly variables: Readonly<Record<string, string>>;
	/** The path of the file for the exit code. */
	readonly codeFile: string;
}

/**
 * Returns a command as one physical line for an interactive shell. Several lines would hang VS Code, and the shell must
 * not complete the command, expand it from the history, replace it by a function such as `fc`, or wait for more input.
 * So a separate shell runs it, and only that shell has the variables: processes that the interactive shell starts by
 * itself, or later for the user, must not be taken for the command's. Any program can write a false end of the command
 * to the terminal, so the interactive shell writes the exit code to a file that the command does not know, and then a
 * mark with the file's name, before its own output.
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

/**
 * Returns a text without control characters in single quotes, which bash keeps as they are; it would replace `$'…'`.
 */
function verbatim(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a text in single quotes; whatever a line editor would take for a key or for its own syntax is escaped. */
function quoted(text: string): string {
	if (!/[\p{Cc}'!]/u.test(text)) return `'${text}'`;
	return `$'${text.replace(/[\p{Cc}\\'!]/gu, escaped)}'`;
}

function escaped(character: string): string {
	if (character === "\n") return "\\n";
	if (character === "\\" || character === "'") return `\\${character}`;
	const code = character.charCodeAt(0);
	// In octal, of which a shell reads at most three digits. Control characters beyond ASCII have two bytes in UTF-8.
	const bytes = code < 0x80 ? [code] : [0xc0 | (code >> 6), 0x80 | (code & 0x3f)];
	return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
