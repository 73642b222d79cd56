/** A command that the user has allowed. */
export interface AllowedCommand {
	/** The exact text, as it was shown; may have several lines. */
	readonly text: string;
	/** The id, which all of its processes have in their environment. */
	readonly id: string;
}

/** How a command ended, by itself or because of the user. */
export type CommandExit =
	/** It exited by itself; the code is `undefined` where the shell does not report it. */
	| {
			readonly type: "exited";
			readonly code: number | undefined;
			/**
			 * Whether the end of its output may be missing: the command wrote something that looks like its end, or VS Code
			 * did not report it.
			 */
			readonly outputCut?: boolean;
	  }
	/** A signal such as `SIGSEGV` ended it. */
	| { readonly type: "signalled"; readonly signal: string }
	/** The user closed its terminal. */
	| { readonly type: "closed" };

/** The numbers of processes that were ended, and that were not. */
export interface EndedProcesses {
	readonly ended: number;
	/** Those that could not be ended. */
	readonly left: number;
}

/** A command that was started. */
export interface StartedCommand {
	/** Settles after all output has been passed on. Never rejects. */
	readonly exit: Promise<CommandExit>;
	/** Does what Ctrl+C does. */
	interrupt(): void;
	/** Ends the processes that it left running after it had ended. Never rejects. */
	endLeft(): Promise<EndedProcesses>;
	/** Closes its terminal, and ends all of its processes. Never rejects. */
	endAll(): Promise<EndedProcesses>;
}

/** Runs commands in the workspace's folder, where the user sees them. */
export interface CommandHost {
	/** The absolute path of the folder in which commands run. */
	readonly folder: string;
	/** The name of the shell that interprets them, such as `bash`. */
	readonly shell: string;
	/** Returns the environment variables that are set for a command. */
	variables(id: string): Readonly<Record<string, string>>;
	/**
	 * Starts a command.
	 *
	 * @param onOutput is passed its output as it arrives, with the escape sequences of terminals.
	 * @throws the system's error, or the signal's reason; nothing runs then.
	 */
	start(command: AllowedCommand, onOutput: (piece: string) => void, signal: AbortSignal): Promise<StartedCommand>;
	/**
	 * Returns how many processes of a command are running, even if another window started it; `undefined` where that is
	 * unknown. Never rejects.
	 */
	running(id: string): Promise<number | undefined>;
	/** Ends the processes of a command, even if another window started it. Never rejects. */
	end(id: string): Promise<EndedProcesses>;
}
