import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { type Problem, problemsText } from "../../core/context/problemsText";
import { cutText } from "../../shared/untrusted/cutText";
import { limits } from "../../shared/untrusted/limits";
import { displayPath, nameOf } from "../workspace/displayPath";
import type { ReadAttachment } from "./readAttachment";

const severities = {
	[vscode.DiagnosticSeverity.Error]: "error",
	[vscode.DiagnosticSeverity.Warning]: "warning",
	[vscode.DiagnosticSeverity.Information]: "information",
	[vscode.DiagnosticSeverity.Hint]: "hint",
} as const;

/** Reads the problems of a file, or of all files. @throws UserError when there are none. */
export function readProblems(uri: vscode.Uri | undefined): ReadAttachment {
	const files = problemFiles().filter(([file]) => uri === undefined || file.toString() === uri.toString());
	if (files.length === 0)
		throw new UserError(
			uri ? vscode.l10n.t("{0} has no problems.", nameOf(uri)) : vscode.l10n.t("There are no problems."),
		);
	const all = files.reduce((sum, [, problems]) => sum + problems.length, 0);
	const count = all > limits.problems ? vscode.l10n.t("{0} of {1}", limits.problems, all) : String(all);
	return {
		kind: "problems",
		name: uri ? vscode.l10n.t("Problems in {0} ({1})", nameOf(uri), count) : vscode.l10n.t("Problems ({0})", count),
		path: uri ? `problems in ${displayPath(uri)}` : "problems",
		languageId: "",
		text: problemsText(
			files.map(([file, problems]) => ({ path: displayPath(file), problems: problems.map(problemOf) })),
		),
		sources: files.map(([file]) => displayPath(file)),
	};
}

/** Returns the files that have problems, with the problems. */
export function problemFiles(): readonly [vscode.Uri, readonly vscode.Diagnostic[]][] {
	return vscode.languages.getDiagnostics().filter(([, problems]) => problems.length > 0);
}

/** Converts a diagnostic to a problem as defined in core. */
export function problemOf({ range, severity, message, source, code }: vscode.Diagnostic): Problem {
	const name = typeof code === "object" ? code.value : code;
	return {
		line: range.start.line + 1,
		severity: severities[severity],
		message: cutText(message, limits.problemLength),
		source: source === undefined ? undefined : cutText(source, limits.nameLength),
		code: name === undefined ? undefined : cutText(String(name), limits.nameLength),
	};
}
