import { hasExpired, type KeyRecord, kindOf, temporaryDays } from "../keys/keyRecord";
import { type Html, html } from "./html";
import { hiddenToken } from "./sendPage";
import type { Session } from "./sessionStore";

export const maxNameLength = 80;

/** The contents of the page, with its session. */
export interface KeysPage {
	readonly session: Session;
	readonly keys: readonly KeyRecord[];
	/** The current time, in milliseconds since the epoch. */
	readonly now: number;
	/** A new key, which is shown only now. */
	readonly freshKey: Session["freshKey"];
	/** The invalid name that was sent for a new key. */
	readonly refusedName: string | null;
}

/** The tab "My keys" of spec, section 1: an account's keys with their actions. */
export function keysPage(page: KeysPage): Html {
	const { session, keys, now, freshKey, refusedName } = page;
	return html`${freshKey ? freshKeyCard(freshKey) : null}
${keys.length === 0 ? html`<p>You have no keys yet.</p>` : keyTable(keys, now, session.formToken)}
${newKeyForm(session.formToken, refusedName)}`;
}

function freshKeyCard({ name, key }: NonNullable<Session["freshKey"]>): Html {
	return html`<section class="card fresh" aria-labelledby="fresh">
<h2 id="fresh">Your new key “${name}”</h2>
<label for="freshKey">API key</label>
<input id="freshKey" value="${key}" readonly autofocus autocomplete="off" spellcheck="false" aria-describedby="once">
<p id="once"><strong>Copy it now: it is shown this once.</strong> The gateway keeps only its hash.</p>
</section>`;
}

function keyTable(keys: readonly KeyRecord[], now: number, formToken: string): Html {
	return html`<div class="scroll" role="region" aria-label="Your keys" tabindex="0">
<table>
<caption class="hidden">Your keys</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Made on</th><th scope="col">Ends on</th>
<th scope="col">State</th><th scope="col">Actions</th></tr></thead>
<tbody>
${keys.map((key) => keyRow(key, now, formToken))}</tbody>
</table>
</div>`;
}

function keyRow(key: KeyRecord, now: number, formToken: string): Html {
	const state = hasExpired(key, now) ? "expired" : "active";
	return html`<tr>
<th scope="row">${key.name}</th>
<td>${kindOf(key) === "temporary" ? "Temporary" : "Permanent"}</td>
<td>${time(key.madeOn)}</td>
<td>${key.endsOn === null ? "Never" : time(key.endsOn)}</td>
<td><span class="${state}">${state === "expired" ? "Expired" : "Active"}</span></td>
<td><div class="actions">${kindOf(key) === "temporary" ? renewForm(key, formToken) : null}
${deleteForm(key, formToken)}</div></td>
</tr>
`;
}

function renewForm({ id, name }: KeyRecord, formToken: string): Html {
	return html`<form method="post" action="/keys/${id}/renew">
${hiddenToken(formToken)}
<button class="quiet">Renew<span class="hidden"> ${name}</span></button>
</form>`;
}

/** Deletes in two steps, without a script, because this cannot be undone. */
function deleteForm({ id, name }: KeyRecord, formToken: string): Html {
	return html`<details>
<summary>Delete…<span class="hidden"> ${name}</span></summary>
<form method="post" action="/keys/${id}/delete">
${hiddenToken(formToken)}
<button class="danger">Delete for good<span class="hidden"> ${name}</span></button>
</form>
</details>`;
}

function newKeyForm(formToken: string, refused: string | null): Html {
	const error = html`<p id="error" class="error" role="alert">A key needs a name of one line, ${maxNameLength} characters at most.</p>`;
	return html`<form method="post" action="/keys" class="card">
<h2>New key</h2>
${hiddenToken(formToken)}
<label for="name">Name</label>
<input id="name" name="name" value="${refused ?? ""}" required maxlength="${maxNameLength}" autocomplete="off"
aria-describedby="${refused === null ? "what" : "error what"}"${refused === null ? null : html` aria-invalid="true"`}>
${refused === null ? null : error}
<p id="what" class="hint">What it is for, or whom: “laptop”, “Sam, intern”.</p>
<fieldset>
<legend>Kind</legend>
<label><input type="radio" name="kind" value="permanent" checked> Permanent: valid until you delete it</label>
<label><input type="radio" name="kind" value="temporary"> Temporary, for an intern: valid for ${temporaryDays} days, renewable</label>
</fieldset>
<button>Create key</button>
</form>`;
}

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Formats a time in UTC, because the gateway cannot know the reader's time zone. */
function time(at: number): Html {
	const date = new Date(at);
	return html`<time datetime="${date.toISOString()}">${format.format(date)} UTC</time>`;
}
