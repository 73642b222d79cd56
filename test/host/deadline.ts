/** Returns the promise's outcome, or throws an error with this message if there is none after `limit` milliseconds. */
export function deadline<T>(promise: Promise<T>, limit: number, message: string): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error(`${message} within ${limit / 1000} s`)), limit);
		promise.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
