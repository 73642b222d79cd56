import { creditDialects } from "./creditDialects";
import type { ErrorDialect } from "./errorDialect";
import { inputLengthDialects } from "./inputLengthDialects";
import { keyDialects } from "./keyDialects";
import { modelDialects } from "./modelDialects";
import { overflowDialects } from "./overflowDialects";
import { rateLimitDialects } from "./rateLimitDialects";
import { unknownModelDialects } from "./unknownModelDialects";

/** The errors of real servers, by their meanings. */
export const errorDialects: readonly ErrorDialect[] = [
	...creditDialects,
	...keyDialects,
	...modelDialects,
	...unknownModelDialects,
	...overflowDialects,
	...inputLengthDialects,
	...rateLimitDialects,
];
