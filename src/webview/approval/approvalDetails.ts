import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import {
	type AgentApproval,
	type ApprovalReason,
	type CommandApproval,
	mustBeSeen,
	type ToolApproval,
} from "../../shared/agentApproval";
import { exactCommand, exactJson } from "../../shared/text/exactText";
import { withHiddenNumbers } from "../../shared/text/hiddenCharacters";

/** Returns what the user is asked to allow: the reasons to ask, and the exact text. */
export function approvalDetails(approval: AgentApproval): TemplateResult {
	const { reasons } = approval;
	return html`${
		reasons.length === 0 ? nothing : html`<ul>${reasons.map((one) => html`<li>${reasonText(one, approval)}</li>`)}</ul>`
	}
		${exactParts(approval)}`;
}

function exactParts(approval: AgentApproval): TemplateResult | typeof nothing {
	switch (approval.kind) {
		case "command":
			return commandParts(approval);
		case "tool":
			return toolParts(approval);
		default:
			if (approval.detail === "") return nothing;
			return textBox(l10n.t("The change"), changeLines(approval.detail), mustBeSeen(approval));
	}
}

function commandParts(approval: CommandApproval): TemplateResult {
	const { command, folder, variables, shell } = approval;
	const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
	return html`${textBox(l10n.t("The command"), exactCommand(command), true)}
		<dl>
			<dt>${l10n.t("Folder")}</dt>
			<dd>${exactCommand(folder)}</dd>
			<dt>${l10n.t("Shell")}</dt>
			<dd>${exactCommand(shell)}</dd>
			<dt>${l10n.t("Ends")}</dt>
			<dd>${endText(approval)}</dd>
			${
				set.length === 0
					? nothing
					: html`<dt>${l10n.t("Variables")}</dt>
						${set.map((one) => html`<dd>${exactCommand(one)}</dd>`)}`
			}
		</dl>`;
}

/** Returns a text about when Gatehouse ends a command that does not end by itself. */
function endText({ timeout, background }: CommandApproval): string {
	const time = l10n.t("{0} s", timeout);
	return background
		? l10n.t("when the task ends; it moves to the background after {0}", time)
		: l10n.t("after {0} at the latest", time);
}

function toolParts({ tool, owner, input }: ToolApproval): TemplateResult {
	return html`<dl>
			<dt>${l10n.t("Tool")}</dt>
			<dd>${exactCommand(tool)}</dd>
			<dt>${l10n.t("Owner")}</dt>
			<dd>${exactCommand(owner)}</dd>
		</dl>
		${textBox(l10n.t("The input"), exactJson(input), true)}`;
}

/** @param isWhole whether the user must have seen all of it. */
function textBox(label: string, text: string | readonly TemplateResult[], isWhole = false): TemplateResult {
	return html`<pre class=${isWhole ? "whole" : ""} tabindex="0" role="group" aria-label=${label}>${text}</pre>`;
}

function reasonText(reason: ApprovalReason, { kind, reasons }: AgentApproval): string {
	// If the first change is the only reason, allowing it allows further ordinary changes, too.
	const isOnly = reasons.length === 1;
	switch (reason) {
		case "firstEdit":
			return isOnly
				? l10n.t("This is the first change of this task. You won't be asked about other ordinary files.")
				: l10n.t("This is the first change of this task.");
		case "sensitive":
			return l10n.t("Other programs run this file, or other assistants follow it.");
		case "secretName":
			return l10n.t("Its name suggests that it contains secrets.");
		case "secretText":
			return l10n.t("It contains what looks like a secret.");
		case "ignored":
			return l10n.t("Git ignores it.");
		case "outside":
			return l10n.t("It is outside the workspace.");
		case "unsaved":
			return l10n.t("It has unsaved changes, which would be saved too.");
		case "hidden":
			return kind === "command" || kind === "tool"
				? l10n.t("Invisible or misleading characters are shown here by their numbers.")
				: l10n.t("It contains invisible characters, which are shown here by their numbers.");
		case "lines":
			return l10n.t("The command has several lines. Each line break is shown by its number, such as ⟨U+000A⟩.");
	}
}

function changeLines(detail: string): TemplateResult[] {
	return detail.split("\n").map((line) => {
		const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "";
		return html`<span class="agent-line ${kind}">${withHiddenNumbers(line)}\n</span>`;
	});
}
