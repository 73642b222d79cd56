import { proxyByRules } from "../../../src/vscode/adapters/proxyRules";
import { sharedStoragePath } from "../../../src/vscode/agent/sharedStorage";
import type { Reader } from "../reader";

const settings = { proxySupport: "override", strictSsl: true };

/** Only readers of this folder that run without VS Code; most of them are in core. */
export const vscodeReaders: readonly Reader[] = [
	{
		name: "proxyByRules",
		module: "vscode/adapters/proxyRules",
		tokens: ["http://", "socks5:", "//", "a", ".", ",", " ", "*", ":", "8080", "\t"],
		read: (text) =>
			proxyByRules(
				"https://gateway.example/",
				{ ...settings, proxy: text, noProxy: [text] },
				{ no_proxy: text, http_proxy: text },
			),
	},
	{
		name: "sharedStoragePath",
		module: "vscode/agent/sharedStorage",
		tokens: ["/workspaceStorage/", "/a", "-1", "a", "-", "/"],
		read: sharedStoragePath,
	},
];
