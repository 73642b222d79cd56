import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import { addressesOf, parseBaseUrl } from "../../gateway/baseUrl";
import type { DoctorStep } from "../doctorStep";

/** Checks whether the address can be parsed, and shows how it is understood. */
export const addressStep: DoctorStep = {
	id: "address",
	title: () => l10n.t("Address"),
	async run(context) {
		const { address, spelling } = context.deps;
		try {
			if (spelling === "either") {
				const [first, given] = addressesOf(address);
				context.base = first;
				context.otherwise = given;
			} else {
				context.base = parseBaseUrl(address, spelling !== "asGiven");
			}
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			return {
				type: "failed",
				cause: error.message,
				fix: l10n.t("Connect again, with the address exactly as your gateway's administrator gave it."),
			};
		}
		const { base, otherwise } = context;
		return {
			type: "ok",
			found: otherwise
				? l10n.t("Requests go to {0}, or to {1} if no gateway answers there", base.href, otherwise.href)
				: l10n.t("Requests go to {0}", base.href),
		};
	},
};
