import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";
import { bits, context, integer, octets, oid, sequence, setOf, text, time, yes } from "./der";

/** A certificate with its private key, both PEM, as `node:tls` takes them. */
export interface Certificate {
	readonly cert: string;
	readonly key: string;
}

/** The properties of a certificate to create. */
export interface CertificateOptions {
	/** Host names and IPv4 addresses. */
	readonly names: readonly string[];
	/** The subject's common name; the first name by default. */
	readonly commonName?: string;
	/** The start of its validity; yesterday by default. */
	readonly from?: Date;
	/** The end of its validity; tomorrow by default. */
	readonly until?: Date;
}

/** A new certificate authority that no system trusts. */
export interface CertificateAuthority {
	/** Its own certificate in PEM form, for clients that are to trust it. */
	readonly pem: string;
	/** Creates a certificate that it has signed. */
	issue(options: CertificateOptions): Certificate;
}

interface Party {
	readonly name: string;
	readonly privateKey: KeyObject;
	readonly publicKey: KeyObject;
}

const day = 24 * 60 * 60 * 1000;

/** Creates an authority. Tests create their own in each run, so that no key is kept and no certificate expires. */
export function createAuthority(name = "Gatehouse test authority"): CertificateAuthority {
	const authority = createParty(name);
	const basicConstraints = extension("2.5.29.19", sequence(yes()), true);
	return {
		pem: certify(authority, authority, { names: [] }, [basicConstraints]),
		issue(options) {
			const holder = createParty(options.commonName ?? options.names[0] ?? "nobody");
			return { cert: certify(holder, authority, options, [alternativeNames(options.names)]), key: keyOf(holder) };
		},
	};
}

/** Creates a self-signed certificate. */
export function createSelfSigned(options: CertificateOptions): Certificate {
	const holder = createParty(options.commonName ?? options.names[0] ?? "nobody");
	return { cert: certify(holder, holder, options, [alternativeNames(options.names)]), key: keyOf(holder) };
}

function createParty(name: string): Party {
	return { name, ...generateKeyPairSync("ec", { namedCurve: "P-256" }) };
}

const keyOf = ({ privateKey }: Party): string => privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** RFC 5280, section 4.1: version 3, signed with ECDSA over SHA-256. */
function certify(holder: Party, issuer: Party, options: CertificateOptions, extensions: readonly Buffer[]): string {
	const from = options.from ?? new Date(Date.now() - day);
	const until = options.until ?? new Date(Date.now() + day);
	const algorithm = sequence(oid("1.2.840.10045.4.3.2"));
	const content = sequence(
		context(0, integer(Buffer.from([2])), true),
		// The serial number. Its first bit is 0 and its second 1, so that it is positive and keeps its length.
		integer(Buffer.concat([Buffer.from([0x40]), randomBytes(8)])),
		algorithm,
		distinguishedName(issuer.name),
		sequence(time(from), time(until)),
		distinguishedName(holder.name),
		holder.publicKey.export({ type: "spki", format: "der" }),
		context(3, sequence(...extensions), true),
	);
	const signature = sign("sha256", content, issuer.privateKey);
	const base64 = sequence(content, algorithm, bits(signature)).toString("base64");
	const lines = base64.match(/.{1,64}/g) ?? [];
	return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const distinguishedName = (name: string): Buffer => sequence(setOf(sequence(oid("2.5.4.3"), text(name))));

function extension(id: string, value: Buffer, critical = false): Buffer {
	return sequence(oid(id), ...(critical ? [yes()] : []), octets(value));
}

function alternativeNames(names: readonly string[]): Buffer {
	const all = names.map((name) =>
		isIPv4(name)
			? context(7, Buffer.from(name.split(".").map(Number)), false)
			: context(2, Buffer.from(name, "ascii"), false),
	);
	return extension("2.5.29.17", sequence(...all));
}
