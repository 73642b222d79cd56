import type { ApprovalReason } from "../../../shared/agentApproval";
import { messageOf } from "../../base/errors";
import { fileText } from "../../context/fileText";
import { hasSecretName } from "../../context/secrets/secretFiles";
import { secretIn } from "../../context/secrets/secretTexts";
import { insideWorkspace } from "../../edits/apply/insideWorkspace";
import { realPathOf } from "../../edits/apply/realPathIn";
import { ToolError } from "../loop/agentTool";
import type { AgentWorkspace } from "./agentWorkspace";
import { isObeyed } from "./obeyedFiles";

/** A file to read, and the reasons to ask the user before its text is sent. */
export interface ReadableFile {
	/** Relative to the workspace's folder, without links; absolute for a file outside. */
	readonly path: string;
	readonly reasons: readonly ApprovalReason[];
	/** Reads its text. @throws ToolError when it is not text. */
	text(): Promise<string>;
}

/**
 * Returns a path from a model relative to the workspace's folder, without `.` and `..`: empty for the folder itself,
 * and absolute for a path outside of it. Links are not followed.
 */
export function plainPath(folder: string, given: string): string {
	const slashed = given.trim().replaceAll("\\", "/");
	const isAbsolute = slashed.startsWith("/") || /^[a-z]:\//i.test(slashed);
	const parts: string[] = [];
	const root = isAbsolute ? slashed : `${folder}/${slashed}`;
	for (const part of root.split("/")) {
		if (part === "..") parts.pop();
		else if (part !== "" && part !== ".") parts.push(part);
	}
	// On Windows, the path of a network folder begins with two slashes.
	const start = folder.startsWith("//") && root.startsWith("//") ? "//" : root.startsWith("/") ? "/" : "";
	const absolute = start + parts.join("/");
	const prefix = folder.endsWith("/") ? folder : `${folder}/`;
	if (absolute === folder || `${absolute}/` === prefix) return "";
	return absolute.startsWith(prefix) ? absolute.slice(prefix.length) : absolute;
}

/**
 * Finds a file to read. As for attachments, the user must allow a file that is ignored, secret or outside the
 * workspace.
 *
 * @throws ToolError when there is no such file.
 */
export async function readableFile(workspace: AgentWorkspace, given: string): Promise<ReadableFile> {
	const path = plainPath(workspace.folder, given);
	if (path === "") throw new ToolError("This is the workspace's folder. Use list_files for folders.", given);
	const isAbsolute = /^(?:\/|[a-z]:\/)/i.test(path);
	const target = await workspace.realPath(isAbsolute ? path : `${workspace.folder}/${path}`);
	if (target === undefined && !isAbsolute)
		throw new ToolError("There is no such file. Use list_files or search to find it.", path);
	// An absolute path may lead into the workspace's folder by another spelling.
	const real = await insideFolder(workspace, target);
	if (real === undefined) return outsideFile(workspace, target ?? path, path);
	const bytes = await workspace.read(real).catch((error: unknown) => {
		throw new ToolError(`The file cannot be read: ${messageOf(error)}`, path, { cause: error });
	});
	const text = bytes && fileText(bytes);
	const reasons: ApprovalReason[] = [];
	if (hasSecretName(path) || hasSecretName(real)) reasons.push("secretName");
	const names = isAbsolute || real === path ? [real] : [path, real];
	for (const name of names)
		if (!reasons.includes("ignored") && (await workspace.ignores(name))) reasons.push("ignored");
	if (text !== undefined && secretIn(text) !== undefined) reasons.push("secretText");
	return { path: real, reasons, text: async () => textOrError(text, real) };
}

/** Returns a real path relative to the workspace's folder; `undefined` for one outside. */
async function insideFolder(workspace: AgentWorkspace, real: string | undefined): Promise<string | undefined> {
	const root = await workspace.realPath(workspace.folder);
	const prefix = root?.endsWith("/") ? root : `${root}/`;
	return real?.startsWith(prefix) ? real.slice(prefix.length) : undefined;
}

/**
 * Returns a file outside the workspace, which is not read before the user allows it.
 *
 * @param path without links.
 * @param given the path by which the model asked for it.
 */
function outsideFile(workspace: AgentWorkspace, path: string, given: string): ReadableFile {
	const reasons: ApprovalReason[] = [path, given].some(hasSecretName) ? ["outside", "secretName"] : ["outside"];
	return {
		path,
		reasons,
		text: async () => {
			if (((await workspace.realPath(path)) ?? path) !== path)
				throw new ToolError("The path leads elsewhere now.", path);
			const bytes = await workspace.readOutside(path).catch((error: unknown) => {
				throw new ToolError(`The file cannot be read: ${messageOf(error)}`, path, { cause: error });
			});
			return textOrError(fileText(bytes), path);
		},
	};
}

function textOrError(text: string | undefined, path: string): string {
	if (text === undefined) throw new ToolError("The file is not text.", path);
	return text;
}

/** Returns a path inside the workspace without links, even if nothing exists there yet. */
async function withoutLinks(workspace: AgentWorkspace, path: string): Promise<string> {
	const { folder } = workspace;
	const [root, real] = [await workspace.realPath(folder), await realPathOf(`${folder}/${path}`, workspace)];
	const prefix = root?.endsWith("/") ? root : `${root}/`;
	if (real?.startsWith(prefix)) return real.slice(prefix.length);
	throw new ToolError("The path is not allowed: files are written inside the workspace only.", path);
}

/** A file that may be written to, and the reasons to ask the user each time. */
export interface WritableFile {
	/** Relative to the workspace's folder, without links. */
	readonly path: string;
	readonly reasons: readonly ApprovalReason[];
}

/**
 * Finds a file to write. As for all edits, nothing is written outside the workspace, or where Git keeps its own files.
 *
 * @throws ToolError with the reason when it must not be written to.
 */
export async function writableFile(workspace: AgentWorkspace, given: string): Promise<WritableFile> {
	const plain = plainPath(workspace.folder, given);
	const allowed = await insideWorkspace(workspace.folder, plain === "" ? given : plain, workspace).catch(
		(error: unknown) => {
			throw new ToolError("The path is not allowed: files are written inside the workspace only.", given, {
				cause: error,
			});
		},
	);
	const path = await withoutLinks(workspace, allowed.path);
	const places = [allowed.path, path];
	const reasons: ApprovalReason[] = [];
	if (allowed.sensitive || places.some(isObeyed)) reasons.push("sensitive");
	if (places.some(hasSecretName)) reasons.push("secretName");
	if (workspace.hasUnsaved(path)) reasons.push("unsaved");
	return { path, reasons };
}
