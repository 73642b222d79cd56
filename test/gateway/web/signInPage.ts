import { type Html, html } from "./html";

/** Matches letters, digits and a few signs, so that different names do not look the same. */
export const accountPattern = "[A-Za-z0-9._@\\-]{1,64}";

/**
 * Renders the page that asks for the user's name.
 * @param refused the invalid name that was sent.
 */
export function signInPage(refused: string | null): Html {
	const describedBy = refused === null ? "rule" : "error rule";
	return html`<p class="note"><strong>This is a demo: a name is all it takes.</strong> There is no password, so whoever reaches this page
can take any name. Keep nothing here that must stay private.</p>
<form method="post" action="/sign-in" class="card">
<label for="account">Account name</label>
<input id="account" name="account" value="${refused ?? ""}" required maxlength="64" pattern="${accountPattern}"
autocomplete="username" autocapitalize="none" spellcheck="false" aria-describedby="${describedBy}"${
		refused === null ? null : html` aria-invalid="true"`
	}>
${refused === null ? null : html`<p id="error" class="error" role="alert">That cannot be an account name.</p>`}
<p id="rule" class="hint">Letters, digits and . _ @ -, 64 at most. A new name makes a new account.</p>
<button>Sign in</button>
</form>`;
}
