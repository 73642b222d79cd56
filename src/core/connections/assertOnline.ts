import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import type { NetworkProbe } from "../base/ports";
import type { Connection } from "./connection";

/** Matches hosts on this computer: more than VS Code treats as loopback when it chooses a proxy. */
const thisComputer = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/;

/**
 * Rejects a question before it leaves the composer when the computer is offline. A gateway on this computer, or a
 * configured proxy, may answer nevertheless: these are tried.
 *
 * @throws UserError when no request can succeed.
 */
export async function assertOnline({ base }: Connection, probe: NetworkProbe): Promise<void> {
	if (!probe.isOffline()) return;
	if (thisComputer.test(new URL(base.href).hostname)) return;
	const way = await probe.proxyFor(base.href);
	if (way.type === "proxy" || (way.type === "direct" && way.because === "loopback")) return;
	throw new UserError(
		l10n.t("This computer is offline. Your question is kept here: send it when you are online again."),
		["diagnose"],
	);
}
