import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";
import { fileTree } from "../../core/context/fileTree";
import { imageAddress, imageType, isImageAddress } from "../../core/context/imageFile";
import { linesOf } from "../../core/context/linesInText";
import type { Attachment } from "../../shared/conversation";
import { numberText } from "../../shared/text/numberText";
import { limits } from "../../shared/untrusted/limits";
import { displayPath, nameOf } from "../workspace/displayPath";
import { filesToList } from "../workspace/filesIn";
import { readBytes, readChosenText } from "../workspace/readText";
import { readChanges } from "./gitChanges";
import { readProblems } from "./problems";
import type { ReadAttachment } from "./readAttachment";
import { readWithoutAsking } from "./readWithoutAsking";

/** Reads the current content of a source. @throws UserError when it cannot be read. */
export async function readSource(source: ContextSource): Promise<Attachment> {
	const attachment = { id: crypto.randomUUID(), ...(await read(source)) };
	if (attachment.text.length <= limits.attachedFileBytes) return attachment;
	const megabytes = limits.attachedFileBytes / 1024 / 1024;
	throw new UserError(vscode.l10n.t("{0} is too large: the maximum is {1} MB.", attachment.name, megabytes));
}

async function read(source: ContextSource): Promise<ReadAttachment> {
	switch (source.type) {
		case "file": {
			const uri = vscode.Uri.parse(source.uri, true);
			return { kind: "file", name: nameOf(uri), path: displayPath(uri), ...(await readChosenText(uri)) };
		}
		case "lines":
			return readLines(source);
		case "folder":
			return readFolder(vscode.Uri.parse(source.uri, true));
		case "image":
			return readImage(vscode.Uri.parse(source.uri, true));
		case "picture":
			return readPicture(source.name, source.image);
		case "instructions":
			return readInstructions(vscode.Uri.parse(source.uri, true));
		case "problems":
			return readProblems(source.uri === null ? undefined : vscode.Uri.parse(source.uri, true));
		case "changes":
			return readChanges();
		case "codebase":
			return { kind: "codebase", name: vscode.l10n.t("Codebase"), path: "", languageId: "", text: "", sources: [] };
		case "terminal":
			return {
				kind: "terminal",
				name: vscode.l10n.t("Terminal: {0}", source.name),
				path: `terminal ${source.name}`,
				languageId: "",
				text: source.text,
				sources: [],
			};
	}
}

async function readLines({
	uri: address,
	lines,
	symbol,
	found,
}: ContextSource & { readonly type: "lines" }): Promise<ReadAttachment> {
	const uri = vscode.Uri.parse(address, true);
	const { text: whole, languageId } = await readChosenText(uri);
	const text = linesOf(whole, lines);
	const [first, last] = lines;
	if (text === undefined)
		throw new UserError(vscode.l10n.t("{0} no longer has lines {1} to {2}.", nameOf(uri), first, last));
	const place = `${nameOf(uri)}:${first === last ? first : `${first}–${last}`}`;
	const kind = symbol === undefined ? "selection" : "symbol";
	const named = { kind, name: symbol ?? place, languageId, path: displayPath(uri) } as const;
	return { ...named, lines, text, ...(found ? { found } : {}) };
}

async function readFolder(uri: vscode.Uri): Promise<ReadAttachment> {
	const { files, cut } = await filesToList(uri);
	if (files.length === 0) throw new UserError(vscode.l10n.t("There are no files in {0} to list.", nameOf(uri)));
	const tree = fileTree(files.map(({ path }) => path.slice(uri.path.length).replace(/^\//, "")));
	const folder = `${nameOf(uri)}/`;
	// The model is informed as well, in the language of its instructions.
	const text = cut ? `${tree}\n(further files are not listed)` : tree;
	const name = cut ? vscode.l10n.t("{0} (first {1} files)", folder, numberText(files.length)) : folder;
	return { kind: "folder", name, path: `${displayPath(uri)}/`, languageId: "", text };
}

async function readImage(uri: vscode.Uri): Promise<ReadAttachment> {
	const bytes = await readBytes(uri, limits.imageBytes);
	const type = imageType(bytes);
	if (type === undefined)
		throw new UserError(vscode.l10n.t("{0} is not an image that models accept: PNG, JPEG, GIF or WebP.", nameOf(uri)));
	const image = imageAddress(type, bytes);
	return { kind: "image", name: nameOf(uri), path: displayPath(uri), languageId: "", text: "", image };
}

function readPicture(name: string, image: string): ReadAttachment {
	if (!isImageAddress(image))
		throw new UserError(vscode.l10n.t("{0} is not an image that models accept: PNG, JPEG, GIF or WebP.", name));
	if ((image.length * 3) / 4 > limits.imageBytes)
		throw new UserError(
			vscode.l10n.t("{0} is too large: the maximum is {1} MB.", name, limits.imageBytes / 1024 / 1024),
		);
	return { kind: "image", name, path: name, languageId: "", text: "", image };
}

async function readInstructions(uri: vscode.Uri): Promise<ReadAttachment> {
	// The workspace may have lost its trust since they were attached.
	if (!vscode.workspace.isTrusted)
		throw new UserError(vscode.l10n.t("Instructions are not read in a workspace that is not trusted."));
	return { kind: "instructions", name: nameOf(uri), path: displayPath(uri), ...(await readWithoutAsking(uri)) };
}
