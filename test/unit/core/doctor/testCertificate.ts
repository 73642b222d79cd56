import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

/** What stands in a certificate of a test's; ECDSA, made anew each time, so that no key lies in the repository. */
interface CertificateRequest {
	readonly commonName: string;
	/** Host names and IPv4 addresses. */
	readonly names?: readonly string[];
	readonly from?: Date;
	readonly to?: Date;
	/** Who signs; itself unless told. */
	readonly authority?: TestCertificate;
}

/** A certificate and its key, both as PEM. */
export interface TestCertificate {
	readonly commonName: string;
	readonly cert: string;
	readonly key: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Makes an X.509 certificate (RFC 5280) by hand: less code than any package for it brings along. */
export function testCertificate(request: CertificateRequest): TestCertificate {
	const { commonName, names = [], authority } = request;
	const { from = new Date(Date.now() - dayMs), to = new Date(Date.now() + 30 * dayMs) } = request;
	const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const key = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
	const algorithm = sequence(oid([42, 134, 72, 206, 61, 4, 3, 2]));
	const body = sequence(
		explicit(0, integer([2])),
		integer([1, ...randomBytes(8)]),
		algorithm,
		name(authority?.commonName ?? commonName),
		sequence(time(from), time(to)),
		name(commonName),
		pair.publicKey.export({ type: "spki", format: "der" }),
		explicit(3, sequence(...extensions(names))),
	);
	const signature = sign("sha256", body, authority?.key ?? key);
	const der = sequence(body, algorithm, tagged(0x03, Buffer.from([0]), signature));
	const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
	return {
		commonName,
		key,
		cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
	};
}

function extensions(names: readonly string[]): Buffer[] {
	// An authority has no host names, a server nothing but them.
	if (names.length === 0) {
		const isAuthority = sequence(tagged(0x01, Buffer.from([255])));
		return [sequence(oid([85, 29, 19]), tagged(0x01, Buffer.from([255])), tagged(0x04, isAuthority))];
	}
	const written = names.map((value) =>
		isIP(value) ? tagged(0x87, Buffer.from(value.split(".").map(Number))) : tagged(0x82, Buffer.from(value)),
	);
	return [sequence(oid([85, 29, 17]), tagged(0x04, sequence(...written)))];
}

function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
	const content = Buffer.concat(contents);
	const { length } = content;
	const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: readonly Buffer[]) => tagged(0x30, ...contents);
const explicit = (number: number, content: Buffer) => tagged(0xa0 + number, content);
const integer = (bytes: readonly number[]) => tagged(0x02, Buffer.from(bytes));
const oid = (bytes: readonly number[]) => tagged(0x06, Buffer.from(bytes));

/** As GeneralizedTime: 20260131235959Z. */
function time(date: Date): Buffer {
	return tagged(0x18, Buffer.from(`${date.toISOString().replace(/\D/g, "").slice(0, 14)}Z`));
}

function name(commonName: string): Buffer {
	return sequence(tagged(0x31, sequence(oid([85, 4, 3]), tagged(0x0c, Buffer.from(commonName)))));
}
