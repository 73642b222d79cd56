import type { Failure } from "./conversation";
import type { Disposable } from "./disposable";

/** One end of a `postMessage` channel. */
export interface Channel {
	post(message: unknown): void;
	onMessage(listener: (message: unknown) => void): Disposable;
}

/** A function with any parameters. */
type AnyFunction = (...args: never[]) => unknown;
/** A function that is called with received arguments, whose types are checked elsewhere. */
type ForwardedFunction = (...args: unknown[]) => unknown;
type Methods<T> = { readonly [K in keyof T]: T[K] extends AnyFunction ? T[K] : never };

/** Checks an argument that came over the channel; false refuses the call. */
export type Check<T> = (value: unknown) => value is T;

type Checks<Args extends unknown[]> = { readonly [I in keyof Args]: Check<Args[I]> };

/** Returns the entry for a notification: the checks of its arguments. */
export function notification<Args extends unknown[]>(...checks: Checks<Args>): Check<Args> {
	return (args): args is Args =>
		Array.isArray(args) && args.length === checks.length && checks.every((check, i) => check(args[i]));
}

/** The methods that receive the notifications of a table; omitting one is a type error. */
export type ViewOf<T> = {
	readonly [K in keyof T]: T[K] extends Check<infer Args extends unknown[]> ? (...args: Args) => void : never;
};

/** A served method: the checks of its arguments, and its implementation. */
interface Handler<F extends AnyFunction> {
	readonly checks: Checks<Parameters<F>>;
	/** Runs before the call. */
	readonly before?: () => Promise<void>;
	/**
	 * May return its result directly, so that no notification can be sent between creating the result and sending it.
	 */
	readonly run: (...args: Parameters<F>) => ReturnType<F> | Awaited<ReturnType<F>>;
}

/** The name of every method of `T`; omitting one is a type error. */
export type MethodNames<T> = { readonly [K in keyof Methods<T>]: true };

/** A handler for every method of `T`; omitting one is a type error. */
export type Handlers<T> = { readonly [K in keyof Methods<T>]: Handler<Methods<T>[K]> };

type RpcMessage =
	| { readonly kind: "call"; readonly id: number; readonly method: string; readonly args: readonly unknown[] }
	| { readonly kind: "result"; readonly id: number; readonly ok: unknown }
	| { readonly kind: "result"; readonly id: number; readonly error: Failure }
	| { readonly kind: "notify"; readonly seq: number; readonly method: string; readonly args: readonly unknown[] };

/** The failure of a call, with the actions that help. */
export class RpcError extends Error {
	override readonly name = "RpcError";

	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/**
 * Returns the failure for an invalid call, or one that can no longer be answered: an internal error, which is only
 * shown in these cases.
 */
function fault(message: string): Failure {
	return { reason: "unexpected", message, actions: [] };
}

/**
 * Serves the calls of `T` at this end. The other end may be hostile (a page that shows untrusted text): an unknown
 * method or an invalid argument is answered with an error and runs nothing.
 *
 * @param describe converts a thrown value to what the other end receives.
 */
export function serveCalls<T>(
	channel: Channel,
	handlers: Handlers<T>,
	describe: (error: unknown) => Failure,
): Disposable {
	return serve(channel, new Map<string, ServedMethod>(Object.entries(handlers)), describe);
}

/** Serves an object's methods to a trusted end, without checks of their arguments. */
export function serveTrusted<T>(
	channel: Channel,
	methods: Methods<T>,
	describe: (error: unknown) => Failure,
): Disposable {
	const entries = Object.entries<AnyFunction>(methods).map(
		([name, run]) => [name, { run: run as ForwardedFunction }] as const,
	);
	return serve(channel, new Map<string, ServedMethod>(entries), describe);
}

interface ServedMethod extends Pick<Handler<AnyFunction>, "before"> {
	/** Absent if the other end is trusted. */
	readonly checks?: readonly Check<unknown>[];
	readonly run: ForwardedFunction;
}

function serve(
	channel: Channel,
	table: ReadonlyMap<string, ServedMethod>,
	describe: (error: unknown) => Failure,
): Disposable {
	return channel.onMessage((message) => {
		const call = asRpcMessage(message);
		if (call?.kind !== "call") return;
		const handler = table.get(call.method);
		const answer = (result: { ok: unknown } | { error: Failure }) =>
			channel.post({ kind: "result", id: call.id, ...result } satisfies RpcMessage);
		if (!handler) return answer({ error: fault(`There is no method ${call.method}.`) });
		const { checks } = handler;
		const fits = !checks || (checks.length === call.args.length && checks.every((check, i) => check(call.args[i])));
		if (!fits) return answer({ error: fault(`The arguments of ${call.method} do not fit.`) });
		const succeed = (ok: unknown) => answer({ ok: ok ?? null });
		const fail = (error: unknown) => answer({ error: describe(error) });
		const run = () => {
			try {
				const result = handler.run(...call.args);
				if (result instanceof Promise) result.then(succeed, fail);
				else succeed(result);
			} catch (error) {
				fail(error);
			}
		};
		if (handler.before) handler.before().then(run, fail);
		else run();
	});
}

/** Returns the other end's calls as an object; disposing rejects every pending call. */
export function callsOver<T>(channel: Channel): { readonly remote: Methods<T> } & Disposable {
	const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
	let nextId = 1;
	let closed = false;
	const listening = channel.onMessage((message) => {
		const result = asRpcMessage(message);
		if (result?.kind !== "result") return;
		const call = pending.get(result.id);
		pending.delete(result.id);
		if ("error" in result) call?.reject(new RpcError(result.error));
		else call?.resolve(result.ok);
	});
	const remote = new Proxy({} as Methods<T>, {
		get: (_, method) => {
			// A proxy with a `then` method would be treated as a promise.
			if (typeof method !== "string" || method === "then") return undefined;
			return (...args: unknown[]) =>
				new Promise((resolve, reject) => {
					if (closed) return reject(new RpcError(fault("The channel is closed.")));
					const id = nextId++;
					pending.set(id, { resolve, reject });
					channel.post({ kind: "call", id, method, args } satisfies RpcMessage);
				});
		},
	});
	return {
		remote,
		dispose() {
			closed = true;
			listening.dispose();
			for (const { reject } of pending.values()) reject(new RpcError(fault("The channel is closed.")));
			pending.clear();
		},
	};
}

/**
 * Returns an object with every method of `T`, each of which forwards its call.
 *
 * @param call makes a call: `run` calls the same method of another object, with the same arguments.
 */
export function forwardMethods<T>(
	names: MethodNames<T>,
	call: (run: (target: Methods<T>) => Promise<unknown>) => Promise<unknown>,
): Methods<T> {
	const methods = (Object.keys(names) as (keyof T)[]).map((name) => {
		const forward = (...args: unknown[]) =>
			call(async (target) => (target as Record<keyof T, ForwardedFunction>)[name](...args));
		return [name, forward];
	});
	return Object.fromEntries(methods) as Methods<T>;
}

/**
 * Returns an object that sends notifications to the other end. They are not answered, and are numbered from 1 so that a
 * lost one is noticed.
 */
export function notifierOver<T>(channel: Channel): Methods<T> {
	let seq = 0;
	return new Proxy({} as Methods<T>, {
		get: (_, method) => {
			if (typeof method !== "string" || method === "then") return undefined;
			return (...args: unknown[]) => channel.post({ kind: "notify", seq: ++seq, method, args } satisfies RpcMessage);
		},
	});
}

/**
 * Receives notifications. At first, and after a gap in the numbers, none is delivered until `resync` is called: the
 * view then has a snapshot to which the following notifications belong. Invalid arguments count as a gap.
 *
 * @param notifications every notification that is received, with the check of its arguments.
 * @param view receives the notifications.
 */
export function serveNotifications<T extends Readonly<Record<string, Check<unknown[]>>>>(
	channel: Channel,
	notifications: T,
	view: ViewOf<T>,
	onGap: () => void,
): { resync(): void } & Disposable {
	const table = new Map(
		Object.entries(notifications).map(([name, fits]) => [
			name,
			{ fits, run: (view[name] as ForwardedFunction).bind(view) },
		]),
	);
	let expected = 0;
	let synced = false;
	const listening = channel.onMessage((message) => {
		const notified = asRpcMessage(message);
		if (notified?.kind !== "notify") return;
		const handler = table.get(notified.method);
		const isGap = expected !== 0 && notified.seq !== expected;
		expected = notified.seq + 1;
		if (!synced) return;
		if (isGap || (handler && !handler.fits(notified.args))) {
			synced = false;
			onGap();
		} else handler?.run(...notified.args);
	});
	return {
		resync() {
			synced = true;
		},
		dispose: () => listening.dispose(),
	};
}

function asRpcMessage(message: unknown): RpcMessage | undefined {
	if (typeof message !== "object" || message === null) return undefined;
	const { kind, id, seq, method, args } = message as Record<string, unknown>;
	if (kind === "result" && typeof id === "number") return message as RpcMessage;
	if (typeof method !== "string" || !Array.isArray(args)) return undefined;
	if (kind === "call" && typeof id === "number") return message as RpcMessage;
	if (kind === "notify" && typeof seq === "number") return message as RpcMessage;
	return undefined;
}
