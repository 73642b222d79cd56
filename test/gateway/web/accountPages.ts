import { ApiError } from "../apiError";
import type { Exchange } from "../exchange";
import { keyKinds } from "../keys/keyRecord";
import type { Operation, Service } from "../operation";
import { keysPage, maxNameLength } from "./keysPage";
import { sendOn, sendPage } from "./sendPage";
import type { Session } from "./sessionStore";
import { accountPattern, signInPage } from "./signInPage";
import { oneLine, readForm, requireFormToken } from "./webForm";

const keysPath = "/keys";
const signInPath = "/sign-in";

export const startSignIn: Operation = (exchange, { sessions }) => {
	if (sessions.find(exchange.request)) sendOn(exchange, keysPath);
	else sendSignIn(exchange, null);
};

/** Signs in by name only, because this is a demo. Case is ignored. */
export const signIn: Operation = (exchange, { sessions }) => {
	const sent = readForm(exchange).get("account") ?? "";
	const account = sent.trim().toLowerCase();
	if (!new RegExp(`^(?:${accountPattern})$`).test(account)) {
		sendSignIn(exchange, sent);
		return;
	}
	const before = sessions.find(exchange.request);
	if (before) sessions.end(before);
	sendOn(exchange, keysPath, { "set-cookie": sessions.setCookie(sessions.begin(account)) });
};

export const signOut: Operation = (exchange, service) => {
	const form = readForm(exchange);
	const session = service.sessions.find(exchange.request);
	if (session) {
		requireFormToken(form, session);
		service.sessions.end(session);
	}
	sendOn(exchange, signInPath, { "set-cookie": service.sessions.clearCookie });
};

export const showKeys: Operation = (exchange, service) => {
	const session = service.sessions.find(exchange.request);
	if (session) sendKeys(exchange, service, session);
	else sendOn(exchange, signInPath);
};

/** The key goes to the next page, which shows it once: reloading that page neither shows it again nor creates another one. */
export const createKey: Operation = async (exchange, service) => {
	const signedIn = readSignedInForm(exchange, service);
	if (!signedIn) return;
	const { form, session } = signedIn;
	const name = oneLine(form, "name", maxNameLength);
	const kind = keyKinds.find((known) => known === form.get("kind"));
	if (!kind) throw new ApiError(400, "invalid_value", `A key's kind is one of: ${keyKinds.join(", ")}.`);
	if (name === undefined) {
		sendKeys(exchange, service, session, form.get("name") ?? "");
		return;
	}
	session.freshKey = { name, key: await service.keyStore.create(session.account, name, kind) };
	sendOn(exchange, keysPath);
};

/** Handles `/keys/ID/renew` and `/keys/ID/delete`. */
export const changeKey: Operation = async (exchange, service) => {
	const signedIn = readSignedInForm(exchange, service);
	if (!signedIn) return;
	const { account } = signedIn.session;
	const [, , id = "", act, ...more] = exchange.request.path.split("/");
	if (more.length === 0 && act === "renew") await service.keyStore.renew(account, id);
	else if (more.length === 0 && act === "delete") await service.keyStore.delete(account, id);
	else throw new ApiError(404, "unknown_path", "There is nothing at this address.");
	sendOn(exchange, keysPath);
};

/** Sends users who are not signed in to the sign-in page. */
function readSignedInForm(exchange: Exchange, { sessions }: Service) {
	const form = readForm(exchange);
	const session = sessions.find(exchange.request);
	if (!session) {
		sendOn(exchange, signInPath);
		return undefined;
	}
	requireFormToken(form, session);
	return { form, session };
}

function sendSignIn(exchange: Exchange, refused: string | null): void {
	const status = refused === null ? 200 : 400;
	sendPage(exchange, { heading: "Sign in", tab: "keys", body: signInPage(refused), status });
}

function sendKeys(exchange: Exchange, service: Service, session: Session, refusedName: string | null = null): void {
	const { freshKey } = session;
	// HEAD shows no key.
	if (exchange.request.method !== "HEAD") session.freshKey = null;
	const keys = service.keyStore.list(session.account);
	const body = keysPage({ session, keys, now: service.now(), freshKey, refusedName });
	const status = refusedName === null ? 200 : 400;
	sendPage(exchange, { heading: "My keys", tab: "keys", session, body, status });
}
