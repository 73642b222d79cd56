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
	/** Its name, or what is added to it, contains characters that are not seen or that change the order of others. */
	"hidden",
] as const;
export type ApprovalReason = (typeof approvalReasons)[number];

/** What is done with the file; deleting is not shown as emptying. */
export const approvalKinds = ["read", "write", "delete"] as const;

/** What a call would do, exactly, for the user to allow or reject. */
export interface AgentApproval {
	readonly kind: (typeof approvalKinds)[number];
	/** The file, where it really is: relative to the workspace, or absolute if it is outside. */
	readonly path: string;
	readonly reasons: readonly ApprovalReason[];
	/** The change as a diff; empty for reading, and where the file that is deleted is not text. */
	readonly detail: string;
	/** Whether the page has only the beginning of it. */
	readonly cut?: boolean;
}

/** The user's decision about a call. */
export type ApprovalDecision =
	| { readonly type: "allowed" }
	/** The same is allowed for the rest of the conversation. */
	| { readonly type: "allowedInConversation" }
	/** @param reason the user's words for the model; may be empty. */
	| { readonly type: "rejected"; readonly reason: string };
