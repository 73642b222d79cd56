import * as l10n from "@vscode/l10n";
import type { ProxyFinding } from "../../base/ports";
import type { DoctorContext } from "../doctorContext";
import type { DoctorStep } from "../doctorStep";

/** Checks whether requests leave through a proxy, as far as that can be known. */
export const proxyStep: DoctorStep = {
	id: "proxy",
	title: () => l10n.t("Proxy"),
	needs: ["address"],
	async run(context) {
		context.proxy = await context.deps.probe.proxyFor(context.base.href);
		return { type: "ok", found: finding(context.proxy, context) };
	},
};

function finding(proxy: ProxyFinding, { target }: DoctorContext): string {
	switch (proxy.type) {
		case "proxy":
			return proxy.from === "setting"
				? l10n.t("Requests leave through {0}, as the setting http.proxy says.", proxyName(proxy.url))
				: l10n.t(
						"Requests leave through {0}, as the environment (HTTPS_PROXY, HTTP_PROXY) says.",
						proxyName(proxy.url),
					);
		case "direct":
			return directFinding(proxy.because, target.host);
		case "unknown":
			return l10n.t(
				"Neither the settings nor the environment name a proxy. The check cannot see whether the operating system does.",
			);
	}
}

function directFinding(because: Extract<ProxyFinding, { type: "direct" }>["because"], host: string): string {
	switch (because) {
		case "loopback":
			return l10n.t("None: {0} is this computer.", host);
		case "exception":
			return l10n.t("None: {0} is an exception, in the setting http.noProxy or in NO_PROXY.", host);
		case "switchedOff":
			return l10n.t("None: the setting http.proxySupport is off.");
	}
}

/** Returns a proxy's host and port, without the user name and password that its address may contain. */
export function proxyName(url: string): string {
	return URL.canParse(url) ? new URL(url).host : url.replace(/^.*:\/\//, "").replace(/^.*@/, "");
}
