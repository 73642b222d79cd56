/** How long each part of a request may take, in seconds; 0 waits for ever. The settings `gatehouse.timeouts.*`. */
export interface Timeouts {
	/** Until the connection stands, TLS included. Kept where the platform tells when that is (port `ConnectionWatch`). */
	readonly connect: number;
	/** From there until the first byte of the answer's body. Slow models think long before it. */
	readonly firstByte: number;
	/** Between two pieces of the body, measured on bytes: a comment that only keeps the connection alive counts. */
	readonly silence: number;
}
