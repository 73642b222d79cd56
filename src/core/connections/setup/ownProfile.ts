import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import type { Clock } from "../../base/ports";
import type { BaseUrl } from "../../gateway/baseUrl";
import { GatewayError } from "../../gateway/gatewayError";
import type { ProbeAnswer } from "../../gateway/request/probeRequest";
import type { GatewayProfile } from "./gatewayProfile";
import { readOwnProfile } from "./gatewaysFile";

/** Sends one GET without a key, which does not leave the origin. @throws GatewayError when there is no answer. */
export type ProbeFile = (
	base: BaseUrl,
	url: string,
	signal: AbortSignal,
) => Promise<Pick<ProbeAnswer, "status" | "body" | "error">>;

/** A gateway's description of itself, or the reason why it was not accepted. */
export interface OwnProfile {
	readonly profile: GatewayProfile;
	readonly refusal?: string;
}

/** Maximum time that the user waits for a description, even if it is still arriving, in milliseconds. */
const longestWait = 10_000;

/**
 * Requests the description that a gateway may have of itself, `/.well-known/gatehouse.json` at its origin. Where there
 * is no such file (an error status, or a web page), or it takes too long, the profile is empty.
 */
export async function requestOwnProfile(
	base: BaseUrl,
	probe: ProbeFile,
	clock: Pick<Clock, "after">,
	signal: AbortSignal,
): Promise<OwnProfile> {
	const late = new AbortController();
	const timer = clock.after(longestWait, () => late.abort());
	try {
		const both = AbortSignal.any([signal, late.signal]);
		const { status, body, error } = await probe(base, `${base.origin}/.well-known/gatehouse.json`, both);
		if (error || status !== 200) return { profile: {} };
		return { profile: readOwnProfile(body, base.origin) };
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof UserError) return { profile: {}, refusal: error.message };
		// A redirect that cannot be followed.
		if (error instanceof GatewayError && (error.reason === "redirected" || error.reason === "wrongAddress"))
			return {
				profile: {},
				refusal: l10n.t("The gateway's description of itself was not used: {0}", error.message),
			};
		return { profile: {} };
	} finally {
		timer.dispose();
	}
}
