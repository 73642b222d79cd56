/** Details of an error for its reader, and headers of its answer. */
interface ApiErrorDetails {
	/** The field of the request that is wrong, such as `messages[0].role`. */
	readonly param?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** The body of all the gateway's errors; the spec leaves it open, so this is the usual shape. */
export interface ErrorBody {
	readonly error: {
		readonly message: string;
		readonly type: string;
		readonly code: string;
		readonly param: string | null;
	};
}

/** A request that the gateway refuses, as reported to the client. Its message never repeats a key. */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly headers: Readonly<Record<string, string>>;
	readonly param: string | null;

	constructor(
		/** The HTTP status, 400 to 599. */
		readonly status: number,
		/** The error's code, for programs, such as `model_not_found`. */
		readonly code: string,
		message: string,
		details: ApiErrorDetails = {},
	) {
		super(message);
		this.headers = details.headers ?? {};
		this.param = details.param ?? null;
	}

	get body(): ErrorBody {
		return { error: { message: this.message, type: this.type, code: this.code, param: this.param } };
	}

	private get type(): string {
		if (this.status === 401) return "authentication_error";
		return this.status >= 500 ? "server_error" : "invalid_request_error";
	}
}

/** Returns the error for an invalid field: status 400, with the field's name. */
export function invalidField(param: string, message: string): ApiError {
	return new ApiError(400, "invalid_value", message, { param });
}
