const names = /\.(?:png|jpe?g|gif|webp)$/i;

/** Returns whether a file's name is that of an image that models accept. */
export function hasImageName(path: string): boolean {
	return names.test(path);
}

/** Returns the media type of an image, from its first bytes; `undefined` when models do not accept its format. */
export function imageType(bytes: Uint8Array): string | undefined {
	const starts = (text: string, at = 0) => [...text].every((sign, i) => bytes[at + i] === sign.charCodeAt(0));
	if (starts("\x89PNG\r\n\x1a\n")) return "image/png";
	if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
	if (starts("GIF87a") || starts("GIF89a")) return "image/gif";
	if (starts("RIFF") && starts("WEBP", 8)) return "image/webp";
	return undefined;
}

/** Returns the image as a `data:` URL, as requests contain it. */
export function imageAddress(type: string, bytes: Uint8Array): string {
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return `data:${type};base64,${btoa(binary)}`;
}

const addressStart = /^data:image\/(?:png|jpeg|gif|webp);base64,/;

/** Returns whether a value is an image's URL as `imageAddress` builds it. */
export function isImageAddress(value: unknown): value is string {
	if (typeof value !== "string") return false;
	const start = addressStart.exec(value)?.[0];
	// Searches for an invalid character instead of matching the whole text, which may be very long.
	return start !== undefined && !/[^A-Za-z0-9+/=]/.test(value.slice(start.length));
}
