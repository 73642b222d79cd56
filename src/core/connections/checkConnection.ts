import * as l10n from "@vscode/l10n";
import type { ModelInfo } from "../../shared/conversation";
import { UserError } from "../base/errors";
import type { BaseUrl } from "../gateway/baseUrl";
import type { OpenGateway } from "../gateway/gateway";
import type { OnWait } from "../gateway/retry";

/**
 * Requests the gateway's models with a key that is not stored yet.
 *
 * @throws GatewayError that names the problem (a web page, a refused key, unreachable, a certificate); UserError when
 * the gateway offers no models to this key.
 */
export async function checkConnection(
	openGateway: OpenGateway,
	base: BaseUrl,
	key: string,
	signal: AbortSignal,
	onWait?: OnWait,
): Promise<ModelInfo[]> {
	const models = await openGateway(base, { read: async () => key.trim() }).listModels(signal, onWait);
	if (models.length === 0) {
		throw new UserError(
			l10n.t("The gateway answers, but offers no models to this key. Ask its administrator to allow some."),
		);
	}
	return models;
}
