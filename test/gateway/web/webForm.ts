import { timingSafeEqual } from "node:crypto";
import { ApiError } from "../apiError";
import type { Exchange } from "../exchange";
import type { Session } from "./sessionStore";

/** The names under which a browser on this computer knows this gateway, also through a forwarded port. */
const ownHosts: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Reads a form that one of this gateway's own pages sent.
 * @throws ApiError 403 when another site's page sent it, 415 if it is not a form, and 413 if it is too large.
 */
export function readForm({ request, body }: Exchange): URLSearchParams {
	const { origin, host } = request.headers;
	// Every browser names the origin of a form's page. A request without one is not from a browser, so it cannot use
	// anyone's session unasked.
	if (origin !== undefined && !isOwn(origin, host)) throw foreign();
	const [type = ""] = (request.headers["content-type"] ?? "").split(";");
	if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
		throw new ApiError(415, "unsupported_media_type", "A form must be sent as application/x-www-form-urlencoded.");
	}
	if (body.tooLarge) throw new ApiError(413, "body_too_large", "The form is too large for this gateway.");
	return new URLSearchParams(body.text);
}

/**
 * Accepts a form that came from a page of this session.
 * @throws ApiError 403 otherwise.
 */
export function requireFormToken(form: URLSearchParams, { formToken }: Session): void {
	const sent = Buffer.from(form.get("formToken") ?? "");
	const right = Buffer.from(formToken);
	if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw foreign();
}

/** Returns a text of one line without surrounding spaces; undefined if it is empty, too long or has control characters. */
export function oneLine(form: URLSearchParams, name: string, maxLength: number): string | undefined {
	const text = (form.get(name) ?? "").normalize("NFC").trim();
	return text !== "" && text.length <= maxLength && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? text : undefined;
}

/** The host must be this computer's, too: a foreign name may resolve to it. */
function isOwn(origin: string, host: string | undefined): boolean {
	if (!URL.canParse(origin)) return false;
	const url = new URL(origin);
	return url.protocol === "http:" && url.host === host && ownHosts.includes(url.hostname);
}

function foreign(): ApiError {
	const message = "This form did not come from a page of this gateway, or from one that is out of date. Open it anew.";
	return new ApiError(403, "foreign_form", message);
}
