/** The reasons to ask the user before a call does something. */
export const approvalReasons = [
	/** The first change of a task. */
	"firstEdit",
	/** Other programs execute or obey the file. */
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
	/** Its name, what is added to it, or what is run contains characters that are not seen or that reorder others. */
	"hidden",
	/** A command has several lines. */
	"lines",
] as const;
export type ApprovalReason = (typeof approvalReasons)[number];

/** What is done with a file; deleting is not shown as emptying. */
export const fileApprovalKinds = ["read", "write", "create", "delete"] as const;

/** What a call would do, exactly, for the user to allow or reject. */
export type AgentApproval = FileApproval | CommandApproval | ToolApproval;

interface ApprovalParts {
	readonly reasons: readonly ApprovalReason[];
	/** Whether the page has only the beginning of the text that is to be allowed. */
	readonly cut?: boolean;
	/** Whether the text is known only to the window that asks: that of a private file is in no log. */
	readonly withheld?: true;
}

/** Reads, changes, makes or deletes a file. */
export interface FileApproval extends ApprovalParts {
	readonly kind: (typeof fileApprovalKinds)[number];
	/** The file, where it really is: relative to the workspace, or absolute if it is outside. */
	readonly path: string;
	/** The change as a diff; empty for reading, and where the file that is deleted is not text. */
	readonly detail: string;
}

/** Runs a command line: made by `commandApproval` alone. */
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
	/** Seconds until it is ended; until its result is returned if it runs in the background. */
	readonly timeout: number;
	/** Whether it may go on after its result, until the task ends. */
	readonly background: boolean;
}

/** Calls a tool of another extension or of an MCP server: made by `toolApproval` alone. */
export interface ToolApproval extends ApprovalParts {
	readonly kind: "tool";
	/** The name under which its owner has registered it. */
	readonly tool: string;
	/** The extension or the MCP server. */
	readonly owner: string;
	/** The whole input, as indented JSON. */
	readonly input: string;
	/** The digest of its description and schema: a tool that has changed is another one. */
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
 * Returns whether all of what is to be allowed must have been in view: what a command does can be in its last word, and
 * the change of a file that others run or follow can have an effect before it is reviewed.
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
