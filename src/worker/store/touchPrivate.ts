import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** The modes of a folder and a file that others on the computer can do nothing with. */
const ownFolder = 0o700;
const ownFile = 0o600;

/** Makes an empty private file, with its folders, unless it is there: for those who open it without saying its mode. */
export function touchPrivate(file: string): void {
	mkdirSync(dirname(file), { recursive: true, mode: ownFolder });
	closeSync(openSync(file, "a", ownFile));
}
