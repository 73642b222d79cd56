/** The reasons to ask the user before a call does something. */
export const approvalReasons = [
	/** The first change of a task. */
	"firstEdit",
	/** Other programs run the file, or follow the instructions in it. */
	"sensitive",
	/** The file's name suggests that it contains secrets; or its text does. */
	"secretName",
	"secretText",
	/** Git ignores the file. */
	"ignored",
	/** The file is outside the workspace. */
	"outside",
	/** An editor has unsaved changes of the file, which would be saved too. */
	"unsaved",
	/** The file's name, the added text, or what is run contains characters that are invisible or that reorder others. */
	"hidden",
	/** A command has several lines. */
	"lines",
] as const;
export type ApprovalReason = (typeof approvalReasons)[number];

/** The operations on a file; deleting a file is not shown as emptying it. */
export const fileApprovalKinds = ["read", "write", "create", "delete"] as const;

/** Exactly what a call would do; the user allows or rejects it. */
export type AgentApproval = FileApproval | CommandApproval | ToolApproval;

interface ApprovalParts {
	readonly reasons: readonly ApprovalReason[];
	/** Whether the page has only the beginning of the text that is to be allowed. */
	readonly cut?: boolean;
	/** Whether only the window that asks has the text: the text of a private file is not logged. */
	readonly withheld?: true;
}

/** Reads, changes, creates or deletes a file. */
export interface FileApproval extends ApprovalParts {
	readonly kind: (typeof fileApprovalKinds)[number];
	/** The file, where it really is: relative to the workspace, or absolute if it is outside. */
	readonly path: string;
	/** The change as a diff; empty for reading, and where the file that is deleted is not text. */
	readonly detail: string;
}

/** Runs a command line; created only by `commandApproval`. */
export interface CommandApproval extends ApprovalParts {
	readonly kind: "command";
	/** The command line, exactly as the model wrote it. */
	readonly command: string;
	/** The absolute path of the folder in which it runs. */
	readonly folder: string;
	/** The environment variables that are set for it. */
	readonly variables: Readonly<Record<string, string>>;
	/** The name of the shell that interprets it. */
	readonly shell: string;
	/** Seconds until it is ended, or until its result is returned if it runs in the background. */
	readonly timeout: number;
	/** Whether it may continue after its result was returned, until the task ends. */
	readonly background: boolean;
}

/** Calls a tool of another extension or of an MCP server; created only by `toolApproval`. */
export interface ToolApproval extends ApprovalParts {
	readonly kind: "tool";
	/** The name under which its owner has registered it. */
	readonly tool: string;
	/** The extension or the MCP server. */
	readonly owner: string;
	/** The whole input, as indented JSON. */
	readonly input: string;
	/** The digest of its description and schema: a changed tool counts as another one. */
	readonly digest: string;
}

/** The user's decision about a call. */
export type ApprovalDecision =
	| { readonly type: "allowed" }
	/** The same is allowed for the rest of the conversation. */
	| { readonly type: "allowedInConversation" }
	/** @param reason the user's words for the model; may be empty. */
	| { readonly type: "rejected"; readonly reason: string };

/** Returns whether an approval is for a file. */
export function isForFile(approval: AgentApproval): approval is FileApproval {
	return approval.kind !== "command" && approval.kind !== "tool";
}

/**
 * Returns whether the user must have seen the whole text before allowing it: the last word of a command can decide what
 * it does, and the change of a file that other programs run or follow can have an effect before it is reviewed.
 */
export function mustBeSeen(approval: AgentApproval): boolean {
	return !isForFile(approval) || (approval.reasons.includes("sensitive") && approval.detail !== "");
}

/** Returns the text that is to be allowed: the change, the command line, or the tool's input. */
export function approvalText(approval: AgentApproval): string {
	switch (approval.kind) {
		case "command":
			return approval.command;
		case "tool":
			return approval.input;
		default:
			return approval.detail;
	}
}

/** Returns an approval with another text. */
export function withApprovalText(approval: AgentApproval, text: string): AgentApproval {
	switch (approval.kind) {
		case "command":
			return { ...approval, command: text };
		case "tool":
			return { ...approval, input: text };
		default:
			return { ...approval, detail: text };
	}
}

/** Returns what an approval is about, for the title of its row: a path, a command line, or the name of a tool. */
export function approvalSubject(approval: AgentApproval): string {
	switch (approval.kind) {
		case "command":
			return approval.command;
		case "tool":
			return approval.tool;
		default:
			return approval.path;
	}
}
