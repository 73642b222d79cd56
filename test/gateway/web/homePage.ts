import { type Html, html } from "./html";

/** Renders the page that describes the gateway and the configuration of clients. */
export function homePage(url: string): Html {
	return html`<p>Configure clients with <code>${url}/v1</code> and an API key. Make one in the tab <a href="/keys">My keys</a>;
the gateway also printed one when it started.</p>
<h2>What it does</h2>
<ul>
<li><code>GET /v1/models</code> lists the models</li>
<li><code>POST /v1/chat/completions</code> answers a conversation</li>
<li><code>POST /v1/completions</code> fills in code between <code>prompt</code> and <code>suffix</code></li>
<li><code>POST /v1/embeddings</code> turns a text into a vector</li>
</ul>`;
}
