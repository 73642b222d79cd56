import { randomBytes } from "node:crypto";
import type { RecordedRequest } from "../recordedRequest";

/** The session of a signed-in user. */
export interface Session {
	/** In the cookie. */
	readonly token: string;
	readonly account: string;
	/** In every form that this session is sent. */
	readonly formToken: string;
	/** Milliseconds since the epoch. */
	readonly endsOn: number;
	/** A key that was just made: kept for the one page that shows it. */
	freshKey: { readonly name: string; readonly key: string } | null;
}

const lifetime = 12 * 60 * 60 * 1000;

/** The oldest is given up for the next one. */
const maxSessions = 1000;

/** The signed-in sessions, in memory alone: a restart signs everybody out. */
export class SessionStore {
	private readonly sessions = new Map<string, Session>();

	/** @param cookieName with the port in it: browsers share cookies among all ports of a host. */
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
	 * Returns the header that signs a browser in: no script reads the cookie, no other site's page sends it along. Not
	 * `Secure`, because there is no TLS on loopback.
	 */
	setCookie({ token }: Session): string {
		return `${this.cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict`;
	}

	/** The header that signs a browser out. */
	get clearCookie(): string {
		return `${this.cookieName}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
	}
}
