/** A file that the agent has changed. */
export interface ChangedFileView {
	/** Relative to the workspace's folder. */
	readonly path: string;
	readonly kind: "changed" | "created" | "deleted";
	/** Numbers of lines; null for a file that is not text, or too long to be compared. */
	readonly added: number | null;
	readonly removed: number | null;
}

/** The changes of a task that the user has neither kept nor undone. */
export interface TaskChangesView {
	/** The id of the task's answer. */
	readonly task: string;
	readonly files: readonly ChangedFileView[];
}

/** The agent's mode and its changes, as the panel shows them. */
export interface AgentView {
	/** Whether an agent works on what the user sends. */
	readonly on: boolean;
	/** The reason why there is no agent here; null where there is one. */
	readonly refusal: string | null;
	/** The changes of the conversation's last task with changes. */
	readonly changes: TaskChangesView | null;
}
