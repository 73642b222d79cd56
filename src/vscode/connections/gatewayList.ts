import * as vscode from "vscode";
import type { AddressedProfile } from "../../core/connections/setup/gatewayProfile";
import { publicGateways } from "../../core/connections/setup/publicGateways";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { type PickRow, pickOne } from "../adapters/messages";

/** The choice of a gateway that is not in the list. */
export const anotherGateway = Symbol("anotherGateway");

/**
 * Lets the user choose among the gateways whose address need not be typed: those of an administrator, and public ones.
 * Nothing is sent before the address is confirmed in its own step.
 *
 * @param administrators the gateways of the administrator's file.
 * @returns `undefined` when the user cancels.
 */
export async function chooseKnownGateway(
	administrators: readonly AddressedProfile[],
): Promise<AddressedProfile | typeof anotherGateway | undefined> {
	const rows: (PickRow & { readonly profile: AddressedProfile | typeof anotherGateway })[] = [
		...administrators.map((profile) => rowOf(profile, vscode.l10n.t("From your administrator"))),
		...publicGateways.map((profile) => rowOf(profile, vscode.l10n.t("Public gateway: {0}", profile.keysPage))),
		// Stays when the user types an address into the list, which matches no row.
		{ label: inertName(vscode.l10n.t("Another Gateway…")), profile: anotherGateway, alwaysShow: true },
	];
	const chosen = await pickOne(rows, {
		title: inertLine(vscode.l10n.t("Choose Gateway")),
		matchOnDescription: true,
		ignoreFocusOut: true,
	});
	return chosen?.profile;
}

function rowOf(profile: AddressedProfile, detail: string) {
	const label = inertName(profile.name ?? new URL(profile.address).host);
	return { label, description: inertLine(profile.address), detail: inertLine(detail), profile };
}
