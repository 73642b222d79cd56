import * as l10n from "@vscode/l10n";
import { numberText } from "../../../shared/text/numberText";
import type { RequestLedger } from "./requestLedger";

const hour = 3_600_000;

/**
 * Returns how many requests a window has sent, for a gateway that reports no limits. Short: there is room for about 80
 * characters, and the end of a longer text is cut off.
 */
export function requestCounts({ records, dropped }: Pick<RequestLedger, "records" | "dropped">, now: number): string {
	if (records.length === 0) return l10n.t("No request has been sent since this window opened.");
	const all = numberText(records.length);
	const recent = numberText(records.filter(({ at }) => at > now - hour).length);
	if (dropped > 0)
		return l10n.t("The latest: {0} · in the last hour: {1} · no longer kept: {2}", all, recent, numberText(dropped));
	return l10n.t("Sent: {0} · in the last hour: {1}. Neither text nor key is kept.", all, recent);
}
