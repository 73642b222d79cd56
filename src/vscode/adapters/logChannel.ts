import type { LogOutputChannel } from "vscode";
import type { Log } from "../../core/base/ports";
import { redact } from "../../core/base/redact";

/** The log over VS Code's channel; every known key is taken out first. */
export function logChannel(channel: LogOutputChannel, keys: () => Iterable<string>): Log {
	return {
		warn: (message) => channel.warn(redact(message, keys())),
		error: (message) => channel.error(redact(message, keys())),
	};
}
