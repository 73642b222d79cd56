/** A file that code names in its first line. */
export interface NamedFile {
	readonly path: string;
	/** Whether it can be nothing but a file: `# Node.js` looks like one too. */
	readonly sure: boolean;
}

const start = /^(?:\/\/|#|--|;|\/\*|<!--)\s*/;
const label = /^file(?:name)?:/i;
const end = /(?:\*\/|-->)$/;

/** The file that a first comment names, and nothing else. */
export function namedFile(code: string): NamedFile | undefined {
	const line = code.trimStart().split("\n", 1)[0] ?? "";
	const comment = line.replace(start, "");
	if (comment === line) return undefined;
	const text = comment.trimEnd().replace(end, "").trimEnd();
	const path = text.replace(label, "").trimStart();
	return isPath(path) ? { path, sure: label.test(text) || path.includes("/") } : undefined;
}

/** A name with an ending; with folders before it, the name may have anything else that names have. */
function isPath(text: string): boolean {
	const name = text.slice(text.lastIndexOf("/") + 1);
	if (name === text) return /^[\w-]+\.\w{1,6}$/.test(name);
	return /^[\w@./-]+$/.test(text) && /^[\w@.-]+\.\w{1,10}$/.test(name);
}
