import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** A built module of the bench that runs in a separate process and communicates by messages. */
export interface BenchProcess {
	/** Returns the next message that it sends. @throws Error if it ends instead. */
	next(): Promise<unknown>;
	/** Sends a message and waits for its answer. */
	ask(message: object): Promise<unknown>;
	close(): Promise<void>;
}

/** Starts a bench process, with another Node executable if one is given. It ends with `close`, and with this process. */
export function startBenchProcess(
	module: string,
	args: readonly string[] = [],
	execPath = process.execPath,
	execArgv: readonly string[] = [],
): BenchProcess {
	const child: ChildProcess = fork(module, [...args], {
		execArgv: [...execArgv],
		execPath,
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	const ended = once(child, "exit");
	const failed = ended.then(([code]) => Promise.reject(new Error(`a measuring process ended with ${code}`)));
	// Only callers that wait for a message receive this error.
	failed.catch(() => {});
	const next = async () => {
		const [message] = await Promise.race([once(child, "message"), failed]);
		return message;
	};
	return {
		next,
		ask: (message) => {
			const answer = next();
			child.send(message);
			return answer;
		},
		close: async () => {
			child.kill();
			await ended;
		},
	};
}
