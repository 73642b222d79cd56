import type { Log } from "../core/base/ports";
import { failureOf } from "../core/gateway/errors/failure";
import { loggedError } from "../core/gateway/errors/loggedError";

/** Logs a failure shown to the user: as an error if its message refers to the log, otherwise as information. */
export function logFailure(error: unknown, log: Log): void {
	const text = `Failed: ${loggedError(error)}`;
	if (failureOf(error).actions.includes("showLog")) log.error(text);
	else log.info(text);
}
