import type { Log } from "../core/base/ports";
import { failureOf } from "../core/wire/failure";
import { loggedError } from "../core/wire/loggedError";

/** Writes down a failure that the user sees; one that sends them to the log, as an error. */
export function logFailure(error: unknown, log: Log): void {
	const text = `Failed: ${loggedError(error)}`;
	if (failureOf(error).actions.includes("showLog")) log.error(text);
	else log.info(text);
}
