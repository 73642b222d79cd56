import * as l10n from "@vscode/l10n";
import type { GatewayError } from "../../gateway/gatewayError";
import { longestAskedPause } from "../doctorContext";
import type { Trouble } from "../doctorStep";

/** The longest delay that is called a few minutes, in milliseconds. */
const fewMinutes = 600_000;
/** The longest delay that is named in seconds, in milliseconds. */
const twoMinutes = 120_000;

/** Returns the cause of a failed request, which is the error's own sentence, and the fix. */
export function gatewayTrouble(error: GatewayError): Trouble {
	return { cause: error.message, fix: fixFor(error) };
}

function fixFor({ reason, retryAfter = 0 }: GatewayError): string {
	switch (reason) {
		case "unauthorized":
			return newKeyFix();
		case "forbidden":
			return l10n.t("Choose another model with “Select Model”, or ask your gateway's administrator to allow this one.");
		case "unknownModel":
			return l10n.t("Choose another model with “Select Model”.");
		case "outOfCredit":
			return l10n.t("Ask your gateway's administrator for more credit.");
		case "rateLimited":
			if (retryAfter > fewMinutes) return l10n.t("Check again when the limit is renewed.");
			// After a shorter delay, the check has tried again by itself.
			return retryAfter > longestAskedPause && retryAfter <= twoMinutes
				? l10n.t("Wait {0} seconds, then check again.", Math.ceil(retryAfter / 1000))
				: l10n.t("Wait a few minutes, then check again.");
		case "unavailable":
		case "timeout":
			return l10n.t(
				"Check again in a few minutes. If that does not help, give this report to your gateway's administrator.",
			);
		case "wrongAddress":
		case "redirected":
			return l10n.t("Connect again, with the address exactly as your gateway's administrator gave it.");
		case "certificate":
			return l10n.t(
				"Add your organisation's certificate authority to the trusted certificates of this computer and restart VS Code.",
			);
		case "network":
			return l10n.t("Check the network, the VPN and the proxy, then check again.");
		case "noImages":
		case "contextOverflow":
		case "proxy":
		case "malformed":
		case "tooLarge":
		case "refused":
		case "cancelled":
			return l10n.t("Give this report to your gateway's administrator.");
	}
}

/** Returns the fix for a key that is not accepted. */
export function newKeyFix(): string {
	return l10n.t(
		"Create or renew a key on the gateway's web page, in the tab “My keys”, and enter it with “Set API Key…”.",
	);
}
