/** Returns the number of bytes of the character at this index, in UTF-8; a lone surrogate counts as three. */
function bytesAt(text: string, index: number): 1 | 2 | 3 | 4 {
	const code = text.charCodeAt(index);
	if (code < 0x80) return 1;
	if (code < 0x800) return 2;
	const isPair = (code & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
	return isPair ? 4 : 3;
}

/** Returns the number of bytes of a text in UTF-8, without encoding it. */
export function utf8Length(text: string): number {
	let bytes = 0;
	for (let at = 0; at < text.length; at++) {
		const more = bytesAt(text, at);
		if (more === 4) at++;
		bytes += more;
	}
	return bytes;
}

/** Returns the length of the longest prefix of a text with at most this many bytes in UTF-8; no character is split. */
export function utf8Prefix(text: string, bytes: number): number {
	let left = bytes;
	for (let at = 0; at < text.length; ) {
		const more = bytesAt(text, at);
		left -= more;
		if (left < 0) return at;
		at += more === 4 ? 2 : 1;
	}
	return text.length;
}
