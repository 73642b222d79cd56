/** Where an error's reader should look, and what is sent with its answer. */
interface ApiErrorDetails {
	/** The field of the request that is wrong, as `messages[0].role`. */
	readonly param?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** The body of every error that the gateway answers; the spec leaves it open, this is the field's usual shape. */
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
		/** The error's code, for programs: `model_not_found` and the like. */
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

/** A field whose value does not fit: status 400, with the field's name. */
export function invalidField(param: string, message: string): ApiError {
	return new ApiError(400, "invalid_value", message, { param });
}
