import type { ApprovalReason } from "../../../shared/agentApproval";
import { hiddenCharacters } from "../../../shared/text/hiddenCharacters";
import { cutText } from "../../../shared/untrusted/cutText";
import { agentLimits } from "../../../shared/untrusted/limits";
import { messageOf } from "../../base/errors";
import { exactText } from "../../context/fileText";
import { ChangedMeanwhileError } from "../changes/changePorts";
import type { ChangeSet } from "../changes/changeSet";
import { editFileName } from "../changes/changingTasks";
import { type AgentTool, type PreparedCall, ToolError } from "../loop/agentTool";
import type { AgentWorkspace } from "./agentWorkspace";
import { changeCount, changeText, fitsEdit, textWithEdits } from "./editText";
import { readableFile, writableFile } from "./filePlace";
import { type GivenEdit, givenEdits, optionalSwitch, optionalText, requiredText } from "./toolArguments";
import { listField, schemaField, toolDefinition } from "./toolSchema";

type Given = Readonly<Record<string, unknown>>;

/** Returns the tool that changes files, through a task's change set. */
export function editFileTool(workspace: AgentWorkspace, changes: Pick<ChangeSet, "write">): AgentTool {
	return {
		changes: true,
		definition: toolDefinition(
			editFileName,
			"Changes a file. Give edits (each search must occur exactly once; copy it from the file without line numbers), or content for a new file, or delete.",
			{
				path: schemaField("string"),
				edits: listField({ search: schemaField("string"), replace: schemaField("string") }),
				content: schemaField("string"),
				delete: schemaField("boolean"),
			},
			["path"],
		),
		prepare: (given) => preparedEdit(workspace, changes, given),
	};
}

async function preparedEdit(
	workspace: AgentWorkspace,
	changes: Pick<ChangeSet, "write">,
	given: Given,
): Promise<PreparedCall> {
	const named = requiredText(given, "path");
	const { path, reasons } = await writableFile(workspace, named);
	const before = await workspace.read(path).catch((error: unknown) => {
		throw new ToolError(`The file cannot be read: ${messageOf(error)}`, path, { cause: error });
	});
	// If it were deleted, and created again with its permissions, undo could not write it either.
	if (before && (await isReadOnly(workspace, path)))
		throw new ToolError("The file is read-only, so it is neither changed nor deleted.", path);
	// The approval shows the file's text to the user, and an error shows it to the model: the rules of reading apply too.
	const secret = before ? (await readableFile(workspace, path)).reasons : await newFileReasons(workspace, path);
	const { after, detail, result } = withTarget(path, () =>
		newContent(path, before, given, { mayShow: secret.length === 0, unsaved: reasons.includes("unsaved") }),
	);
	const hidden: ApprovalReason[] = addsHidden(path, detail) ? ["hidden"] : [];
	const all: ApprovalReason[] = [...new Set([...reasons, ...secret, ...hidden])];
	return {
		target: path,
		access: { kind: !after ? "delete" : before?.length ? "write" : "create", path, reasons: all, detail },
		async run(_signal, step) {
			// While the user decided, a link may have been placed in the path.
			const now = await writableFile(workspace, named);
			if (now.path !== path) throw new ToolError("The path leads elsewhere now. Nothing was changed.", path);
			// The user was not asked about a new reason.
			if (now.reasons.some((reason) => !all.includes(reason)))
				throw new ToolError("The file was changed in the meantime. Read it again.", path);
			try {
				await changes.write(step, path, before, after);
			} catch (error) {
				if (!(error instanceof ChangedMeanwhileError)) throw error;
				throw new ToolError("The file was changed in the meantime. Read it again.", path, { cause: error });
			}
			return result;
		},
	};
}

/** Returns whether a file is read-only, by its permissions or by the settings; false where that is unknown. */
async function isReadOnly(workspace: AgentWorkspace, path: string): Promise<boolean> {
	const mode = await workspace.mode?.(path);
	if (mode !== undefined && (mode & 0o200) === 0) return true;
	return (await workspace.isReadOnly?.(path)) ?? false;
}

/** Returns the reasons to ask about a new file: files that Git ignores are seldom looked at, but may be executed. */
async function newFileReasons(workspace: AgentWorkspace, path: string): Promise<readonly ApprovalReason[]> {
	return (await workspace.ignores(path).catch(() => true)) ? ["ignored"] : [];
}

interface NewContent {
	readonly after: Uint8Array | undefined;
	readonly detail: string;
	readonly result: string;
}

/** @throws ToolError */
function newContent(
	path: string,
	before: Uint8Array | undefined,
	given: Given,
	{ mayShow, unsaved }: { readonly mayShow: boolean; readonly unsaved: boolean },
): NewContent {
	const edits = givenEdits(given);
	const content = optionalText(given, "content");
	const deletes = optionalSwitch(given, "delete");
	if ([edits !== undefined, content !== undefined, deletes].filter(Boolean).length !== 1)
		throw new ToolError('Give exactly one of "edits", "content" and "delete".');
	const old = before && exactText(before);
	if (deletes) {
		if (!before) throw new ToolError("There is no such file.");
		if (unsaved) throw new ToolError("An editor has unsaved changes of this file, so it cannot be deleted.");
		return {
			after: undefined,
			detail: old === undefined ? "" : cutText(changeText(old, undefined), agentLimits.changeLength),
			result: `Deleted ${path}.`,
		};
	}
	if (content !== undefined) {
		if (before && before.length > 0)
			throw new ToolError('The file exists. Change it with "edits"; to replace all of it, delete it first.');
		if (!fitsEdit(content)) throw new ToolError("The content is too long.");
		return { after: encoded(content), detail: shownChange(undefined, content), result: `Created ${path}.` };
	}
	if (!before) throw new ToolError('There is no such file. To make it, use "content".');
	if (old === undefined) throw new ToolError("The file is not text in UTF-8, so it cannot be edited.");
	if (!fitsEdit(old)) throw new ToolError("The file is too long to be edited.");
	const after = editedText(old, edits ?? [], mayShow);
	return {
		after: encoded(after),
		detail: shownChange(old, after),
		result: `Changed ${path}: ${changeCount(old, after)}.`,
	};
}

/** Returns a change as it is shown to the user. @throws ToolError when it is too long to be shown. */
function shownChange(before: string | undefined, after: string): string {
	const detail = changeText(before, after);
	if (detail.length <= agentLimits.changeLength) return detail;
	throw new ToolError("The change is too long to be shown to the user. Make several smaller ones.");
}

/** Returns whether a change adds invisible characters, or the file's path contains some. */
function addsHidden(path: string, detail: string): boolean {
	const added = detail.split("\n").filter((line) => line.startsWith("+"));
	return [path, ...added].some((text) => hiddenCharacters(text).length > 0);
}

/**
 * Returns the edited text.
 *
 * @throws ToolError; always with the same message where a specific one would reveal the file's text.
 */
function editedText(text: string, edits: readonly GivenEdit[], mayShow: boolean): string {
	try {
		return textWithEdits(text, edits, mayShow);
	} catch (error) {
		if (!(error instanceof ToolError) || mayShow) throw error;
		throw new ToolError("The edits do not fit the file. Read it before you edit it.", "", { cause: error });
	}
}

/** Returns a function's result. @throws its ToolError, with the file as the target. */
function withTarget<T>(target: string, run: () => T): T {
	try {
		return run();
	} catch (error) {
		if (error instanceof ToolError) throw new ToolError(error.message, target, { cause: error });
		throw error;
	}
}

const encoded = (text: string) => new TextEncoder().encode(text);
