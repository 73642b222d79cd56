import { type Attachment, attachmentKinds } from "../../../shared/conversation";
import { cutText } from "../../../shared/untrusted/cutText";
import { limits } from "../../../shared/untrusted/limits";
import { isImageAddress } from "../../context/imageFile";
import { type FieldCheck, having, isText, listOf, optionalField } from "./fieldCheck";

const isLineNumber: FieldCheck = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isLines: FieldCheck = (value) => Array.isArray(value) && value.length === 2 && value.every(isLineNumber);

/**
 * Returns whether a value from a log is an attachment. A later version may have added fields and kinds that are unknown
 * here.
 */
export const isAttachment: FieldCheck = having({
	id: isText,
	kind: optionalField(isText),
	name: isText,
	languageId: isText,
	path: isText,
	lines: optionalField(isLines),
	text: isText,
	image: optionalField(isImageAddress),
	found: optionalField((value) => value === true),
	sources: optionalField(listOf(isText)),
});

/** Returns an attachment with its known fields only. One of an unknown kind is shown as code. */
export function knownAttachment({
	id,
	kind,
	name,
	languageId,
	path,
	lines,
	text,
	image,
	found,
	sources,
}: Attachment): Attachment {
	const known = attachmentKinds.find((one) => one === kind);
	return {
		id,
		...(known ? { kind: known } : {}),
		name: cutText(name, limits.nameLength),
		languageId: cutText(languageId, limits.nameLength),
		path: cutText(path, limits.pathLength),
		...(lines ? { lines } : {}),
		text,
		...(image === undefined ? {} : { image }),
		...(found ? { found } : {}),
		...(sources ? { sources } : {}),
	};
}
