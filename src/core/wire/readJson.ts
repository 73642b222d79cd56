import * as l10n from "@vscode/l10n";
import type { OpenAnswer } from "./chatStream";
import { isErrorObject } from "./errorObject";
import { errorText, looksLikeHtml } from "./errorText";
import { GatewayError } from "./gatewayError";
import { readText } from "./readText";
import { htmlError, reportedError } from "./responseError";

/** The longest body that is taken, in bytes: hundreds of models, or a batch of wide embeddings. */
const longestBody = 64 * 1024 * 1024;

/**
 * An answer's body as JSON. Ends the attempt.
 *
 * @throws GatewayError when it breaks off, is a web page, an error or no JSON.
 */
export async function readJson({ response, attempt, url }: OpenAnswer): Promise<unknown> {
	let failure: GatewayError | undefined;
	try {
		const body = await readText(response, attempt, longestBody);
		if (looksLikeHtml(body)) throw htmlError(url, response.status);
		const value = parse(body, url, response.status);
		if (typeof value === "object" && value !== null && isErrorObject(value)) {
			const reported = reportedError(body, url, attempt.redact);
			if (reported) throw reported;
			const said = errorText(body, attempt.redact);
			const message = l10n.t("The gateway refused the request (status {0}): {1}", response.status, said);
			throw new GatewayError("refused", message, response.status, { said });
		}
		return value;
	} catch (thrown) {
		failure = attempt.error(thrown);
		throw failure;
	} finally {
		attempt.end(failure);
	}
}

function parse(body: string, url: string, status: number): unknown {
	try {
		return JSON.parse(body);
	} catch {
		// Without the cause: it quotes the body, in which the key may stand.
		const message = l10n.t("{0} did not answer as a gateway does (no JSON).", url);
		throw new GatewayError("malformed", message, status);
	}
}
