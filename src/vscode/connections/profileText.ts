import * as vscode from "vscode";
import type { GatewayProfile } from "../../core/connections/setup/gatewayProfile";
import type { DescribedLimit } from "../../core/gateway/limits/describedLimits";
import { numberText } from "../../shared/text/numberText";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import type { StepButton } from "./wizardSteps";

/** Returns the contents of a gateway's profile as a text, for the step in which it is used; empty if it has none. */
export function profileText({ name, keyDays, models, limits = [] }: GatewayProfile): string {
	const facts = [
		...(name === undefined ? [] : [vscode.l10n.t("Name: {0}", inertName(name))]),
		...(keyDays === undefined ? [] : [daysText(keyDays)]),
		...(limits.length === 0 ? [] : [vscode.l10n.t("Requests: {0}", limits.map(limitText).join(", "))]),
		...(models?.chat[0] === undefined ? [] : [vscode.l10n.t("Recommended: {0}", inertName(models.chat[0]))]),
		...(models?.embedding[0] === undefined
			? []
			: [vscode.l10n.t("Recommended for searching by meaning: {0}", inertName(models.embedding[0]))]),
	];
	return facts.length === 0 ? "" : `${facts.join(" · ")}.`;
}

/** Returns the buttons that open the pages of a profile. */
export function profileButtons({ keysPage, help }: GatewayProfile): readonly StepButton[] {
	return [
		...(keysPage === undefined ? [] : [pageButton("key", vscode.l10n.t("Open Keys Page: {0}", keysPage), keysPage)]),
		...(help === undefined ? [] : [pageButton("globe", vscode.l10n.t("Open Gateway Help: {0}", help), help)]),
	];
}

function pageButton(icon: string, tooltip: string, page: string): StepButton {
	return {
		icon,
		tooltip: inertLine(tooltip),
		async use() {
			await vscode.env.openExternal(vscode.Uri.parse(page));
			return undefined;
		},
	};
}

function daysText(days: number): string {
	const count = numberText(days);
	return days === 1 ? vscode.l10n.t("Keys are valid for 1 day") : vscode.l10n.t("Keys are valid for {0} days", count);
}

function limitText({ requests, per }: DescribedLimit): string {
	const count = numberText(requests);
	switch (per) {
		case "minute":
			return vscode.l10n.t("{0} per minute", count);
		case "hour":
			return vscode.l10n.t("{0} per hour", count);
		case "day":
			return vscode.l10n.t("{0} per day", count);
		case "month":
			return vscode.l10n.t("{0} per month", count);
	}
}
