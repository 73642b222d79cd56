import * as l10n from "@vscode/l10n";
import { JsonDepthError, parseJson } from "../../../shared/untrusted/parseJson";
import { errorText, isErrorObject, looksLikeHtml } from "../errors/errorText";
import { bodyTooLarge, tooDeep } from "../errors/tooLargeError";
import { GatewayError } from "../gatewayError";
import { readBodyText } from "../transport/readBodyText";
import type { OpenAnswer } from "./chatStream";
import { htmlError, reportedError, sentence } from "./responseError";

/**
 * Reads an answer's body as JSON, and ends the attempt.
 *
 * @param limit the maximum number of bytes to read.
 * @param onLength is called with the number of bytes.
 * @throws GatewayError when the body breaks off or is longer than the limit, or when it is a web page, an error or not
 * JSON.
 */
export async function readJson(
	{ response, attempt, url, learnFrom }: OpenAnswer,
	limit: number,
	onLength: (bytes: number) => void = () => {},
): Promise<unknown> {
	let failure: GatewayError | undefined;
	try {
		const { text: body, length, cut } = await readBodyText(response, attempt, limit);
		onLength(length);
		if (looksLikeHtml(body)) throw htmlError(url, response.status);
		if (cut) throw bodyTooLarge(url, limit, response.status);
		const value = parse(body, url, response.status);
		if (typeof value === "object" && value !== null && isErrorObject(value)) {
			const reported = reportedError(body, url, attempt.redact);
			if (reported) throw reported;
			const said = errorText(body, attempt.redact);
			const message = sentence("refused", response.status, said, url);
			throw new GatewayError("refused", message, response.status, { said });
		}
		return value;
	} catch (thrown) {
		failure = attempt.error(thrown);
		await learnFrom?.(failure);
		throw failure;
	} finally {
		attempt.end(failure);
	}
}

function parse(body: string, url: string, status: number): unknown {
	try {
		return parseJson(body);
	} catch (error) {
		if (error instanceof JsonDepthError) throw tooDeep(url, status);
		// Without the cause, which quotes the body and may contain the key.
		const message = l10n.t("{0} did not answer like a gateway: the answer is not JSON.", url);
		throw new GatewayError("malformed", message, status);
	}
}
