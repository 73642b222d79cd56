import type { LogOutputChannel } from "vscode";
import type { Redactor } from "../../core/base/knownKeys";
import type { Log } from "../../core/base/ports";

/** The log over VS Code's channel; every known key is taken out first. */
export function logChannel(channel: LogOutputChannel, redacted: Redactor): Log {
	return {
		debug: (message) => channel.debug(redacted(message)),
		info: (message) => channel.info(redacted(message)),
		warn: (message) => channel.warn(redacted(message)),
		error: (message) => channel.error(redacted(message)),
	};
}
