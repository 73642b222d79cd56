import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import type { NetworkProbe } from "../base/ports";
import type { Connection } from "./connection";

/** Wider than what VS Code takes for loopback when it chooses a proxy. */
const thisComputer = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/;

/**
 * Says that the computer is offline before a question leaves the composer. A gateway on this computer, or a proxy that is
 * set up, may answer all the same: those are tried.
 *
 * @throws UserError when no request can get anywhere.
 */
export async function assertOnline({ base }: Connection, probe: NetworkProbe): Promise<void> {
	if (!probe.isOffline()) return;
	if (thisComputer.test(new URL(base.href).hostname)) return;
	const way = await probe.proxyFor(base.href);
	if (way.type === "proxy" || (way.type === "direct" && way.because === "loopback")) return;
	throw new UserError(l10n.t("This computer is offline. Your question stays here: send it when the network is back."), [
		"diagnose",
	]);
}
