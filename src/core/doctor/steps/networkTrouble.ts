import * as l10n from "@vscode/l10n";
import type { NetworkProblem } from "../../base/ports";
import type { Trouble } from "../doctorStep";

/** The connection in which a problem below HTTP occurred. */
interface Place {
	readonly host: string;
	readonly port: number;
	/** The name of the proxy in use. */
	readonly proxy?: string;
	/** The system's own code or text. */
	readonly said: string;
}

/** Returns the cause and the fix of a problem below HTTP. */
export function networkTrouble(problem: NetworkProblem, { host, port, proxy = "", said }: Place): Trouble {
	switch (problem) {
		case "unknownHost":
			return {
				cause: l10n.t("This computer's name server does not know the name {0}.", host),
				fix: l10n.t(
					"Check the spelling of the address. If the gateway is inside your organisation, connect to its network or VPN first.",
				),
			};
		case "noNameServer":
			return {
				cause: l10n.t("No name server answers, so {0} cannot be found.", host),
				fix: l10n.t("Check that this computer is online, and connect to the VPN if there is one."),
			};
		case "refused":
			return {
				cause: l10n.t("{0} refuses connections on port {1}: nothing listens there.", host, port),
				fix: l10n.t("Check the port in the address. If it is right, the gateway is down: tell its administrator."),
			};
		case "unreachable":
			return {
				cause: l10n.t("There is no route from this computer to {0} ({1}).", host, said),
				fix: l10n.t("Check that this computer is online, and connect to the VPN if there is one."),
			};
		case "timeout":
			return {
				cause: l10n.t("{0} does not answer on port {1}: something in between drops the connection.", host, port),
				fix: l10n.t(
					"Usually that is a firewall, or a VPN that is not connected. Connect to your organisation's network, or ask its help desk to open this port.",
				),
			};
		case "reset":
			return {
				cause: l10n.t("The connection to {0} on port {1} was interrupted ({2}).", host, port, said),
				fix: l10n.t("Check the port in the address. If it is right, the cause is a firewall or the gateway itself."),
			};
		case "noTls":
			return {
				cause: l10n.t("{0} answers on port {1}, but not with TLS, which https:// requires ({2}).", host, port, said),
				fix: l10n.t("Check the port in the address: plain http often uses a different port."),
			};
		case "proxyUnreachable":
			return {
				cause: l10n.t("The proxy {0} cannot be reached ({1}).", proxy, said),
				fix: l10n.t("Check the setting http.proxy, or HTTPS_PROXY in the environment; or connect to the VPN."),
			};
		case "proxyAuthentication":
			return proxyAuthentication(proxy);
		case "proxyRefused":
			return {
				cause: l10n.t("The proxy {0} does not allow requests to {1} ({2}).", proxy, host, said),
				fix: l10n.t("Ask your organisation's help desk to allow it, or add {0} to the setting http.noProxy.", host),
			};
		case "other":
			return {
				cause: l10n.t("The connection to {0} on port {1} failed ({2}).", host, port, said),
				fix: l10n.t(
					"Check the address and the network. If both are right, give this report to your gateway's administrator.",
				),
			};
	}
}

/** Returns the cause and the fix when a proxy requires authentication; the proxy's name may be unknown. */
export function proxyAuthentication(proxy: string): Trouble {
	return {
		cause: proxy
			? l10n.t("The proxy {0} asks for a user name and a password (status 407).", proxy)
			: l10n.t("A proxy on the network path asks for a user name and a password (status 407)."),
		fix: l10n.t(
			"Add them to the setting http.proxy, as user:password@ before the proxy's name, or ask your organisation's help desk for a way around the proxy.",
		),
	};
}
