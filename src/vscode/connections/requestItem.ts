import * as vscode from "vscode";
import type { CompletionCounts, CompletionLedger } from "../../core/gateway/ledger/completionLedger";
import type { Operation, RequestRecord } from "../../core/gateway/ledger/requestLedger";
import { numberText } from "../../shared/text/numberText";
import { inertLine, inertName, withIcon } from "../../shared/untrusted/inertText";
import type { PickRow } from "../adapters/messages";

/** Returns the name of the gateway at a host; the host itself if it has no name, or several. */
export type NameOfHost = (host: string) => string;

/** Returns a request as a row of the quick pick. */
export function requestItem(record: RequestRecord, nameOf: NameOfHost): PickRow {
	const { operation, host, model, at, requester, sources = [] } = record;
	const icon = record.duration === undefined ? "sync~spin" : isGood(record) ? "check" : "error";
	return {
		label: withIcon(
			icon,
			inertName(`${new Date(at).toLocaleTimeString(vscode.env.language)} ${operationName(operation)}`),
		),
		description: inertLine([nameOf(host), model].filter(Boolean).join(" · ")),
		detail: inertLine(
			[
				outcome(record),
				vscode.l10n.t("{0} out, {1} in", bytes(record.bytesOut), bytes(record.bytesIn)),
				requester === undefined ? "" : vscode.l10n.t("for {0}", requester),
				sources.length > 0 ? vscode.l10n.t("with text from {0}", sources.join(", ")) : "",
			]
				.filter(Boolean)
				.join(" · "),
		),
	};
}

/** Returns the totals of completions as rows of the quick pick, the model used last first. */
export function completionItems(
	{ records }: Pick<CompletionLedger, "records">,
	nameOf: NameOfHost,
): readonly PickRow[] {
	return records.toReversed().map(({ model, host, counts }) => ({
		label: inertName(vscode.l10n.t("Completions")),
		description: inertLine([nameOf(host), model].join(" · ")),
		detail: inertLine(completionCountsText(counts)),
	}));
}

function completionCountsText({ served, fromCache, accepted, requests }: CompletionCounts): string {
	return vscode.l10n.t(
		"Suggestions: {0} (without a request: {1}), accepted: {2}, requests: {3}",
		served,
		fromCache,
		accepted,
		requests,
	);
}

function isGood({ failure, status = 0 }: RequestRecord): boolean {
	return failure === undefined && status >= 200 && status < 400;
}

function outcome({ status, duration, failure }: RequestRecord): string {
	if (duration === undefined) return vscode.l10n.t("running");
	const time = vscode.l10n.t("{0} ms", numberText(duration));
	if (failure === "cancelled") return vscode.l10n.t("cancelled after {0}", time);
	return vscode.l10n.t("{0} in {1}", answerText(status, failure), time);
}

function answerText(status: number | undefined, failure: string | undefined): string {
	if (status === undefined) return vscode.l10n.t("no answer");
	return failure !== undefined && status < 400
		? vscode.l10n.t("status {0}, incomplete or unusable answer", status)
		: vscode.l10n.t("status {0}", status);
}

function operationName(operation: Operation): string {
	const names: Readonly<Record<Operation, string>> = {
		models: vscode.l10n.t("models"),
		chat: vscode.l10n.t("chat"),
		completion: vscode.l10n.t("completion"),
		embeddings: vscode.l10n.t("embeddings"),
		check: vscode.l10n.t("connection check"),
	};
	return names[operation];
}

function bytes(count: number): string {
	if (count < 1000) return numberText(count, undefined, { style: "unit", unit: "byte", unitDisplay: "long" });
	const size = (value: number) => numberText(value, undefined, { maximumFractionDigits: 1 });
	return count < 1e6 ? vscode.l10n.t("{0} KB", size(count / 1e3)) : vscode.l10n.t("{0} MB", size(count / 1e6));
}
