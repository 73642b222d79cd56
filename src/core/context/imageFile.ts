const names = /\.(?:png|jpe?g|gif|webp)$/i;

/** Whether a file is, by its name, an image that models take in. */
export function hasImageName(path: string): boolean {
	return names.test(path);
}

/** The media type of an image, told by its first bytes; `undefined` when it is none that models take in. */
export function imageType(bytes: Uint8Array): string | undefined {
	const starts = (text: string, at = 0) => [...text].every((sign, i) => bytes[at + i] === sign.charCodeAt(0));
	if (starts("\x89PNG\r\n\x1a\n")) return "image/png";
	if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
	if (starts("GIF87a") || starts("GIF89a")) return "image/gif";
	if (starts("RIFF") && starts("WEBP", 8)) return "image/webp";
	return undefined;
}

/** The image as a `data:` address, as requests carry it. */
export function imageAddress(type: string, bytes: Uint8Array): string {
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return `data:${type};base64,${btoa(binary)}`;
}

const addressStart = /^data:image\/(?:png|jpeg|gif|webp);base64,/;

/** Whether a value is an image's address as `imageAddress` makes it. */
export function isImageAddress(value: unknown): value is string {
	if (typeof value !== "string") return false;
	const start = addressStart.exec(value)?.[0];
	// Looked for is what does not belong: to go along what does, a long one would be too much for a pattern.
	return start !== undefined && !/[^A-Za-z0-9+/=]/.test(value.slice(start.length));
}
