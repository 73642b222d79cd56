import type { LogOutputChannel } from "vscode";
import type { Redactor } from "../../core/base/knownKeys";
import type { Log } from "../../core/base/ports";

/** Returns a log that writes to VS Code's output channel, with every known key redacted. */
export function logChannel(channel: LogOutputChannel, redacted: Redactor): Log {
	return {
		debug: (message) => channel.debug(redacted(message)),
		info: (message) => channel.info(redacted(message)),
		warn: (message) => channel.warn(redacted(message)),
		error: (message) => channel.error(redacted(message)),
	};
}
