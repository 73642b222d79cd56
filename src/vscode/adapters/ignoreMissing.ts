/** The second: what it would lie in is a file. */
const missing = ["ENOENT", "ENOTDIR"];

/** For `catch`: a file or folder that is not there is no error. @throws every other error. */
export function ignoreMissing(error: unknown): undefined {
	if (error instanceof Error && "code" in error && missing.includes(String(error.code))) return undefined;
	throw error;
}
