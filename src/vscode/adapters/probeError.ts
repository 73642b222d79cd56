import { NetworkProbeError, type NetworkProblem } from "../../core/base/ports";
import { ownField } from "../../shared/untrusted/ownField";

const problemOfCode: Readonly<Record<string, NetworkProblem>> = {
	ENOTFOUND: "unknownHost",
	EAI_AGAIN: "noNameServer",
	ECONNREFUSED: "refused",
	EHOSTUNREACH: "unreachable",
	ENETUNREACH: "unreachable",
	EADDRNOTAVAIL: "unreachable",
	ETIMEDOUT: "timeout",
	ECONNRESET: "reset",
	EPIPE: "reset",
	EPROTO: "noTls",
	ERR_SSL_WRONG_VERSION_NUMBER: "noTls",
	ERR_SSL_PACKET_LENGTH_TOO_LONG: "noTls",
	ERR_SSL_HTTP_REQUEST: "noTls",
};

/** Converts an error of Node's into a NetworkProbeError; returns the signal's reason if the probe was aborted. */
export function probeError(thrown: unknown, signal: AbortSignal): unknown {
	if (signal.aborted) return signal.reason;
	// A connection to several addresses fails once for each; the first error is enough.
	const error = thrown instanceof AggregateError ? (thrown.errors[0] ?? thrown) : thrown;
	const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
	const said = code ?? (error instanceof Error ? error.message : String(error));
	return new NetworkProbeError((code && ownField(problemOfCode, code)) || "other", said, { cause: thrown });
}
