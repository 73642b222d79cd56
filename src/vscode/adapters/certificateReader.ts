import { isIP, type Socket } from "node:net";
import { checkServerIdentity, connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from "node:tls";
import type { CertificateProblem, ServerCertificate } from "../../core/base/ports";
import { ownField } from "../../shared/untrusted/ownField";

/**
 * Performs a TLS handshake over a connection and reads the server's certificate, trusted or not. Sends nothing after
 * that: whether the certificate can be trusted is the result, not a precondition.
 *
 * @throws Node's error when the server does not use TLS, and when the signal is aborted.
 */
export async function readCertificate(socket: Socket, host: string, signal: AbortSignal): Promise<ServerCertificate> {
	const secured = connectTls({
		socket,
		// An IP address is not a valid server name; the certificate's names are checked below, against the requested host.
		...(isIP(host) ? {} : { servername: host }),
		rejectUnauthorized: false,
		checkServerIdentity: () => undefined,
	});
	const stop = () => secured.destroy(new Error("aborted"));
	signal.addEventListener("abort", stop);
	try {
		await new Promise<void>((resolve, reject) => {
			secured.once("secureConnect", resolve);
			secured.once("error", reject);
			secured.once("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
		});
		return finding(secured, host);
	} finally {
		signal.removeEventListener("abort", stop);
		secured.destroy();
	}
}

function finding(secured: TLSSocket, host: string): ServerCertificate {
	const certificate = secured.getPeerCertificate(true);
	const [validFrom, validTo] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)];
	const wrongHost = checkServerIdentity(host, certificate) !== undefined;
	const authorized = secured.authorized && !wrongHost;
	return {
		subject: nameIn(certificate.subject),
		issuer: nameIn(certificate.issuer),
		chain: chainOf(certificate),
		validFrom,
		validTo,
		names: (certificate.subjectaltname ?? "")
			.split(", ")
			.map((name) => name.replace(/^(?:DNS|IP Address):/, ""))
			.filter(Boolean),
		authorized,
		...(authorized ? {} : { problem: problemOf(secured, { validFrom, validTo, wrongHost }) }),
	};
}

const problemOfCode: Readonly<Record<string, CertificateProblem>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: "selfSigned",
	SELF_SIGNED_CERT_IN_CHAIN: "unknownIssuer",
	UNABLE_TO_GET_ISSUER_CERT: "unknownIssuer",
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknownIssuer",
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknownIssuer",
};

/**
 * Checks the dates first, then the name: both are wrong regardless of the issuer, and OpenSSL reports only the last of
 * several errors.
 */
function problemOf(
	secured: TLSSocket,
	{ validFrom, validTo, wrongHost }: { validFrom: number; validTo: number; wrongHost: boolean },
): CertificateProblem {
	const now = Date.now();
	if (validTo < now) return "expired";
	if (validFrom > now) return "notYetValid";
	if (wrongHost) return "wrongHost";
	// Typed as an Error, but actually an error code.
	return ownField(problemOfCode, String(secured.authorizationError)) ?? "other";
}

function chainOf(leaf: DetailedPeerCertificate): string[] {
	const chain: DetailedPeerCertificate[] = [];
	// The last certificate names itself as its issuer.
	for (
		let next: DetailedPeerCertificate | undefined = leaf;
		next && !chain.includes(next);
		next = next.issuerCertificate
	) {
		chain.push(next);
	}
	return chain.map(({ subject }) => nameIn(subject));
}

type NameFields = Readonly<Record<string, string | string[] | undefined>>;

function nameIn(name: unknown): string {
	const { CN, O, OU } = (name ?? {}) as NameFields;
	const [value = "?"] = [CN ?? O ?? OU ?? "?"].flat();
	return value;
}
