import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";

/** Interval between two checks, in milliseconds. */
const interval = 100;

/**
 * Waits until VS Code has saved an extension's data. A browser saves it only every few seconds, and a reload loses the
 * rest.
 *
 * @param key the key of the data.
 * @param text a part of the data.
 */
export async function written(page: Page, key: string, text: string): Promise<void> {
	while (!(await page.evaluate(isStored, [key, text] as const))) await pause(interval);
}

/**
 * Waits until VS Code has saved the removal of a text. It saves the state of a webview once a minute, so
 * after a reload only the extension's own copy shows that a draft was sent.
 */
export async function forgotten(page: Page, key: string, text: string): Promise<void> {
	while (await page.evaluate(isStored, [key, text] as const)) await pause(interval);
}

/** Runs in VS Code's page: whether the extensions' data in its storage has a text. */
async function isStored([key, text]: readonly [string, string]): Promise<boolean> {
	const result = <T>(request: IDBRequest<T>) =>
		new Promise<T>((resolve, reject) => {
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(request.error);
		});
	for (const { name = "" } of await indexedDB.databases()) {
		const database = await result(indexedDB.open(name));
		try {
			for (const store of database.objectStoreNames) {
				const values = await result(database.transaction(store).objectStore(store).getAll());
				if (values.some((value) => String(value).includes(key) && String(value).includes(text))) return true;
			}
		} finally {
			database.close();
		}
	}
	return false;
}
