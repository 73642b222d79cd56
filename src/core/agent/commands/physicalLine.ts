/** Shells whose line editor takes a command that we quote; they all read `$'…'`. */
const quoting: ReadonlySet<string> = new Set(["bash", "zsh"]);

/** Words that begin something that may go on in the next line, or that end the shell, which could not report the code. */
const special: ReadonlySet<string> = new Set([
	...["if", "for", "while", "until", "case", "select", "function", "coproc"],
	...["exit", "exec", "logout"],
]);

/**
 * Matches a line of plain words, joined by operators, that means the same in a script and in a shell's line editor: there
 * are no quotes that may stay open, no comments, and no `!`, by which an interactive shell runs what was run before.
 */
const plain = /^[\w./:=@%+,-]+(?: (?:(?:&&|\|\|?|;) )?[\w./:=@%+,-]+)*$/;

/**
 * Returns a command as one physical line for an interactive shell: several lines hang VS Code, and what the user allowed
 * must not be completed, expanded from the history or waited for to go on.
 *
 * @param shell the shell's name, such as `bash`.
 * @returns `undefined` for a shell for which it cannot be quoted.
 */
export function physicalLine(command: string, shell: string): string | undefined {
	if (plain.test(command) && !command.split(" ").some((word) => special.has(word))) return command;
	if (!quoting.has(shell)) return undefined;
	return `${shell} -c ${quoted(command)}`;
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
