/** For `catch`: a file or folder that is not there is no error. @throws every other error. */
export function ignoreMissing(error: unknown): undefined {
	if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
	throw error;
}
