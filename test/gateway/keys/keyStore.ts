import { randomBytes } from "node:crypto";
import { ApiError } from "../apiError";
import { hashKey, type KeyRing, type KeyVerdict, newKey } from "../keyRing";
import type { KeyFile } from "./keyFile";
import { hasExpired, type KeyKind, type KeyRecord, kindOf, temporaryEnd } from "./keyRecord";

/**
 * The keys that users have created in "My keys". Spec, section 2: an account sees and changes only its own. A change
 * takes effect once it is stored; changes wait for one another.
 */
export class KeyStore implements KeyRing {
	private changed: Promise<unknown> = Promise.resolve();

	private constructor(
		private readonly file: KeyFile,
		private readonly now: () => number,
		private records: readonly KeyRecord[],
	) {}

	/** @throws if the file cannot be read. */
	static async open(file: KeyFile, now: () => number): Promise<KeyStore> {
		return new KeyStore(file, now, await file.read());
	}

	check(key: string): KeyVerdict {
		const hash = hashKey(key);
		const record = this.records.find((known) => known.hash === hash);
		if (!record) return "unknown";
		return hasExpired(record, this.now()) ? "expired" : "good";
	}

	/** Returns an account's keys, oldest first. */
	list(account: string): readonly KeyRecord[] {
		return this.records.filter((record) => record.account === account);
	}

	/** Creates and returns a key. The store keeps only its hash. */
	async create(account: string, name: string, kind: KeyKind): Promise<string> {
		const key = newKey();
		const madeOn = this.now();
		const endsOn = kind === "temporary" ? temporaryEnd(madeOn) : null;
		const record = { id: randomBytes(9).toString("base64url"), account, name, hash: hashKey(key), madeOn, endsOn };
		await this.change((records) => [...records, record]);
		return key;
	}

	/**
	 * Spec, section 2: a temporary key is renewable. It is valid for 30 days from now, expired or not.
	 * @throws ApiError 404 if the account has no such key, 409 if it is permanent.
	 */
	async renew(account: string, id: string): Promise<void> {
		await this.change((records) => {
			const own = requireOwn(records, account, id);
			if (kindOf(own) === "permanent") {
				throw new ApiError(409, "permanent_key", "This key is permanent: it has no end that could be moved.");
			}
			return records.map((record) => (record === own ? { ...own, endsOn: temporaryEnd(this.now()) } : record));
		});
	}

	/**
	 * Spec, section 5: a key can be deleted at any time by its owner.
	 * @throws ApiError 404 if the account has no such key.
	 */
	async delete(account: string, id: string): Promise<void> {
		await this.change((records) => {
			const own = requireOwn(records, account, id);
			return records.filter((record) => record !== own);
		});
	}

	private change(next: (records: readonly KeyRecord[]) => readonly KeyRecord[]): Promise<void> {
		const change = this.changed.then(async () => {
			const records = next(this.records);
			await this.file.write(records);
			this.records = records;
		});
		this.changed = change.catch(() => {});
		return change;
	}
}

/** Another account's key is treated like one that never existed. */
function requireOwn(records: readonly KeyRecord[], account: string, id: string): KeyRecord {
	const own = records.find((record) => record.id === id && record.account === account);
	if (!own) throw new ApiError(404, "unknown_key", "You have no such key: it may have been deleted already.");
	return own;
}
