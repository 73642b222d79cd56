/** A file that the agent has changed. */
export interface ChangedFileView {
	/** Relative to the workspace's folder. */
	readonly path: string;
	readonly kind: "changed" | "created" | "deleted";
	/** Numbers of lines; null for a file that is not text, or too long to be compared. */
	readonly added: number | null;
	readonly removed: number | null;
	/** Whether its changes are too old to be undone: they can only be kept. */
	readonly expired?: true;
}

/** A step of a task: the changes of one of the model's answers. */
export interface ChangedStepView {
	/** The number of the answer, counted from 1. */
	readonly step: number;
	/** The files that it changed. */
	readonly paths: readonly string[];
}

/** The changes of a task that the user has neither kept nor undone. */
export interface TaskChangesView {
	/** The id of the task's answer. */
	readonly task: string;
	readonly files: readonly ChangedFileView[];
	readonly steps: readonly ChangedStepView[];
}

/** The changes of a task that are kept or undone: by default, all of them. */
export interface ChosenChanges {
	readonly path?: string;
	readonly step?: number;
}

/** The agent's mode and its changes, as the panel shows them. */
export interface AgentView {
	/** Whether an agent works on what the user sends. */
	readonly on: boolean;
	/** The reason why there is no agent here; null if there is one. */
	readonly refusal: string | null;
	/** The foreign tools that the user has chosen for the conversation, and the tokens that they take in each request. */
	readonly tools: { readonly count: number; readonly tokens: number };
	/** The changes of the conversation's last task with changes. */
	readonly changes: TaskChangesView | null;
}
