import { ApiError } from "./apiError";
import type { Exchange } from "./exchange";

/**
 * Accepts a request whose method is supported at its path.
 * @throws ApiError 405 otherwise.
 */
export function requireMethod({ request }: Exchange, methods: readonly ("GET" | "POST")[]): void {
	// HEAD is a GET whose body the server leaves out.
	const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
	if (allowed.includes(request.method)) return;
	throw new ApiError(405, "method_not_allowed", `Only ${allowed.join(" or ")} is answered here.`, {
		headers: { allow: allowed.join(", ") },
	});
}
