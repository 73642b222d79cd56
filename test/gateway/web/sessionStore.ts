import { randomBytes } from "node:crypto";
import type { RecordedRequest } from "../recordedRequest";

/** The session of a signed-in user. */
export interface Session {
	/** The value of the cookie. */
	readonly token: string;
	readonly account: string;
	/** The value of the field in every form of this session. */
	readonly formToken: string;
	/** The end of the session, in milliseconds since the epoch. */
	readonly endsOn: number;
	/** A new key, kept for the one page that shows it. */
	freshKey: { readonly name: string; readonly key: string } | null;
}

const lifetime = 12 * 60 * 60 * 1000;

/** Maximum number of sessions; the oldest one is removed for a new one. */
const maxSessions = 1000;

/** The signed-in sessions, only in memory: a restart signs everybody out. */
export class SessionStore {
	private readonly sessions = new Map<string, Session>();

	/** @param cookieName includes the port, because browsers share cookies among all ports of a host. */
	constructor(
		private readonly cookieName: string,
		private readonly now: () => number,
	) {}

	begin(account: string): Session {
		const session = {
			token: randomBytes(24).toString("base64url"),
			account,
			formToken: randomBytes(24).toString("base64url"),
			endsOn: this.now() + lifetime,
			freshKey: null,
		};
		this.sessions.set(session.token, session);
		for (const oldest of this.sessions.keys()) {
			if (this.sessions.size <= maxSessions) break;
			this.sessions.delete(oldest);
		}
		return session;
	}

	/** Finds the session of a request, by its cookie. */
	find({ headers }: Pick<RecordedRequest, "headers">): Session | undefined {
		for (const pair of (headers.cookie ?? "").split(";")) {
			const [name = "", token = ""] = pair.trim().split("=");
			const session = name === this.cookieName ? this.sessions.get(token) : undefined;
			if (session && this.now() < session.endsOn) return session;
			if (session) this.end(session);
		}
		return undefined;
	}

	end({ token }: Session): void {
		this.sessions.delete(token);
	}

	/**
	 * Returns the header that signs a browser in: no script can read the cookie, and no other site's page sends it. Not
	 * `Secure`, because there is no TLS on loopback.
	 */
	setCookie({ token }: Session): string {
		return `${this.cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict`;
	}

	/** Returns the header that signs a browser out. */
	get clearCookie(): string {
		return `${this.cookieName}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
	}
}
