import { creditDialects } from "./creditDialects";
import type { ErrorDialect } from "./errorDialect";
import { keyDialects } from "./keyDialects";
import { modelDialects } from "./modelDialects";
import { overflowDialects } from "./overflowDialects";
import { paceDialects } from "./paceDialects";

/** The errors of real servers, by what they mean. */
export const errorDialects: readonly ErrorDialect[] = [
	...creditDialects,
	...keyDialects,
	...modelDialects,
	...overflowDialects,
	...paceDialects,
];
