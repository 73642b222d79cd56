import type { ProxyFinding } from "../../core/base/ports";

/** VS Code's `http.*` settings that determine how its requests are sent. */
export interface HttpSettings {
	readonly proxy: string;
	readonly proxySupport: string;
	readonly noProxy: readonly string[];
	readonly strictSsl: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns how a request to an address is sent, by the rules of VS Code itself (`useProxySettings` of
 * @vscode/proxy-agent): never through a proxy to this computer; exceptions from the setting, otherwise from the
 * environment; the setting's proxy; the environment's, for every scheme; then the operating system's, which extensions
 * cannot read.
 */
export function proxyByRules(address: string, settings: HttpSettings, environment: Environment): ProxyFinding {
	if (settings.proxySupport === "off") return { type: "direct", because: "switchedOff" };
	const { hostname, port, protocol } = new URL(address);
	if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return { type: "direct", because: "loopback" };
	const exceptions =
		settings.noProxy.length > 0 ? settings.noProxy : (environment.no_proxy || environment.NO_PROXY || "").split(",");
	if (isException(hostname, port || (protocol === "https:" ? "443" : "80"), exceptions)) {
		return { type: "direct", because: "exception" };
	}
	if (isProxy(settings.proxy)) return { type: "proxy", url: settings.proxy.trim(), from: "setting" };
	const { https_proxy, HTTPS_PROXY, http_proxy, HTTP_PROXY } = environment;
	const named = https_proxy || HTTPS_PROXY || http_proxy || HTTP_PROXY || "";
	return isProxy(named) ? { type: "proxy", url: named.trim(), from: "environment" } : { type: "unknown" };
}

function isException(host: string, port: string, exceptions: readonly string[]): boolean {
	const written = exceptions.map((exception) => exception.trim().toLowerCase());
	if (written.some((exception) => exception.includes("*"))) return true;
	return written.some((exception) => {
		const [name = "", only] = exception.split(":", 2);
		if (name === "") return false;
		const domain = name.startsWith(".") ? name : `.${name}`;
		return `.${host.toLowerCase()}`.endsWith(domain) && (!only || only === port);
	});
}

function isProxy(url: string): boolean {
	return /^\s*(?:https?|socks[45]?a?|socks5h):\/\/\S/i.test(url);
}
