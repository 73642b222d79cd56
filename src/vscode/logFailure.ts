import { stackOf } from "../core/base/errors";
import type { Log } from "../core/base/ports";
import { failureOf } from "../core/wire/failure";

/** Writes down a failure that sends whoever is told of it to the log. */
export function logFailure(error: unknown, log: Log): void {
	if (failureOf(error).actions.includes("showLog")) log.error(stackOf(error));
}
