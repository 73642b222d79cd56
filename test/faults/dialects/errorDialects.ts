import { creditDialects } from "./creditDialects";
import type { ErrorDialect } from "./errorDialect";
import { inputLengthDialects } from "./inputLengthDialects";
import { keyDialects } from "./keyDialects";
import { modelDialects } from "./modelDialects";
import { overflowDialects } from "./overflowDialects";
import { rateLimitDialects } from "./rateLimitDialects";

/** The errors of real servers, by their meanings. */
export const errorDialects: readonly ErrorDialect[] = [
	...creditDialects,
	...keyDialects,
	...modelDialects,
	...overflowDialects,
	...inputLengthDialects,
	...rateLimitDialects,
];
