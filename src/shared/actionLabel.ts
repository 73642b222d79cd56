import * as l10n from "@vscode/l10n";
import type { FailureAction } from "./conversation";

/** Returns the label of a failure action's button, in the panel and in VS Code's messages. */
export function actionLabel(action: FailureAction): string {
	switch (action) {
		case "retry":
			return l10n.t("Retry");
		case "setApiKey":
			return l10n.t("Set API Key…");
		case "openMyKeys":
			return l10n.t("Open My Keys");
		case "connect":
			return l10n.t("Connect to a Gateway…");
		case "selectModel":
			return l10n.t("Select Model");
		case "diagnose":
			return l10n.t("Check Connection");
		case "confirmAddress":
			return l10n.t("Confirm Address…");
		case "showLog":
			return l10n.t("Show Log");
		case "openSettings":
			return l10n.t("Open Settings");
		case "buildIndex":
			return l10n.t("Build Index…");
		case "continueElsewhere":
			return l10n.t("Continue with This Gateway");
		case "leaveOutOldest":
			return l10n.t("Leave Out Oldest Turns");
		case "leaveOutAttachments":
			return l10n.t("Leave Out Attachments");
		case "sendAnyway":
			return l10n.t("Send All of It");
	}
}
