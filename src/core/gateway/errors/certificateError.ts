import * as l10n from "@vscode/l10n";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { GatewayError, shortened } from "../gatewayError";
import { codeOf, fieldOf } from "./errorChain";

const certificateCodes =
	/^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|HOSTNAME_MISMATCH)|^net::ERR_CERT_/;

/**
 * Returns the error for a certificate that was not accepted; `undefined` when no certificate is involved. The codes are
 * OpenSSL's (`X509_V_ERR_…`), Node's own for a wrong name, and Chromium's.
 *
 * @param chain of errors, the outermost first.
 */
export function certificateError(chain: readonly unknown[], origin: string): GatewayError | undefined {
	const error = chain.find((error) => certificateCodes.test(codeOf(error) ?? ""));
	if (error === undefined) return undefined;
	const names = alternativeNames(error);
	const message = sentence(codeOf(error) ?? "", origin, names);
	return new GatewayError("certificate", message, undefined, { cause: chain[0] });
}

function sentence(code: string, origin: string, names: string): string {
	switch (code) {
		case "CERT_HAS_EXPIRED":
			return l10n.t(
				"The certificate of {0} has expired ({1}). Tell your gateway's administrator, and check this computer's date.",
				origin,
				code,
			);
		case "CERT_NOT_YET_VALID":
			return l10n.t("The certificate of {0} is not valid yet ({1}). Is this computer's date right?", origin, code);
		case "net::ERR_CERT_DATE_INVALID":
			return l10n.t(
				"The certificate of {0} has expired, or is not valid yet ({1}). Check this computer's date, and tell your gateway's administrator.",
				origin,
				code,
			);
		case "ERR_TLS_CERT_ALTNAME_INVALID":
		case "HOSTNAME_MISMATCH":
		case "net::ERR_CERT_COMMON_NAME_INVALID":
			return l10n.t(
				"The certificate at {0} is for another name ({1}), so this may be another server. The key was not sent. Check the address.",
				origin,
				names || code,
			);
		case "DEPTH_ZERO_SELF_SIGNED_CERT":
			return l10n.t(
				"The certificate of {0} is self-signed ({1}). If your gateway's administrator confirms it, add it to this computer's trusted certificates and restart VS Code.",
				origin,
				code,
			);
		case "SELF_SIGNED_CERT_IN_CHAIN":
		case "UNABLE_TO_GET_ISSUER_CERT":
		case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
		case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
		case "net::ERR_CERT_AUTHORITY_INVALID":
			return l10n.t(
				"The certificate of {0} comes from an authority that this computer does not know ({1}). Add your organisation's certificate authority to this computer's trusted certificates and restart VS Code, with the setting “http.systemCertificates” on.",
				origin,
				code,
			);
		case "CERT_REVOKED":
		case "net::ERR_CERT_REVOKED":
			return l10n.t("The certificate of {0} was revoked ({1}). Tell your gateway's administrator.", origin, code);
		default:
			return l10n.t(
				"The certificate of {0} is not trusted on this computer ({1}). Ask your gateway's administrator which certificate authority to trust.",
				origin,
				code,
			);
	}
}

/**
 * Returns the names that the certificate is for, according to Node: `a.example, b.example`, at most five; empty if
 * unknown.
 */
function alternativeNames(error: unknown): string {
	const certificate: unknown = error instanceof Error && "cert" in error ? error.cert : undefined;
	const listed = String(fieldOf(certificate, "subjectaltname") ?? "").slice(0, gatewayLimits.errorText);
	const names = listed.matchAll(/(?:DNS|IP Address):([^,\s]+)/g);
	const all = [...names].map(([, name = ""]) => name);
	return shortened(all.slice(0, 5).join(", ") + (all.length > 5 ? ", …" : ""));
}
