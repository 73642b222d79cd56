import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import { parseBaseUrl } from "../wire/baseUrl";
import type { DoctorStep } from "./doctorStep";

/** Whether the address can be read, and how it is understood. */
export const addressStep: DoctorStep = {
	id: "address",
	title: () => l10n.t("Address"),
	async run(context) {
		try {
			context.base = parseBaseUrl(context.deps.address);
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			return {
				type: "failed",
				cause: error.message,
				fix: l10n.t("Connect again, with the address as whoever runs the gateway gave it."),
			};
		}
		return { type: "ok", found: l10n.t("Requests go to {0}", context.base.href) };
	},
};
