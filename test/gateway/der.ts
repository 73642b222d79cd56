/** The few forms of ASN.1's distinguished encoding (DER) that certificates use. */

const tag = { integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, utf8: 0x0c, time: 0x18, sequence: 0x30, set: 0x31 };

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(tag.sequence, ...parts);
export const setOf = (...parts: readonly Buffer[]): Buffer => tagged(tag.set, ...parts);
export const octets = (content: Buffer): Buffer => tagged(tag.octets, content);
export const text = (content: string): Buffer => tagged(tag.utf8, Buffer.from(content));
export const yes = (): Buffer => Buffer.from([0x01, 0x01, 0xff]);

/** Returns a value with a context-specific tag; `constructed` ones contain other values. */
export const context = (number: number, content: Buffer, constructed: boolean): Buffer =>
	tagged(0x80 | (constructed ? 0x20 : 0) | number, content);

/** Returns a bit string of whole bytes, or of the first bits of one byte. */
export const bits = (content: Buffer, unused = 0): Buffer => tagged(tag.bits, Buffer.from([unused]), content);

/** Returns a positive number, most significant byte first. */
export const integer = (bytes: Buffer): Buffer =>
	tagged(tag.integer, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);

/** Returns a time, in seconds. */
export const time = (date: Date): Buffer =>
	tagged(tag.time, Buffer.from(`${date.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`));

/** Returns an object identifier with this dotted name, such as `2.5.4.3`. */
export function oid(name: string): Buffer {
	const [first = 0, second = 0, ...rest] = name.split(".").map(Number);
	return tagged(tag.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
	const digits = [value & 0x7f];
	for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
	return digits;
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): number[] {
	if (length < 0x80) return [length];
	if (length < 0x100) return [0x81, length];
	return [0x82, length >>> 8, length & 0xff];
}
