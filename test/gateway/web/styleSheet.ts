/** The style sheet of the web space, for light and dark. */
export const styleSheet = `:root {
	color-scheme: light dark;
	--back: #f6f7f9;
	--card: #ffffff;
	--line: #d3d8df;
	--text: #1c2128;
	--soft: #57606a;
	--accent: #1f5fbf;
	--on-accent: #ffffff;
	--good: #1a6b35;
	--bad: #b3261e;
	--fresh: #e9f5ec;
}
@media (prefers-color-scheme: dark) {
	:root {
		--back: #15181d;
		--card: #1e232a;
		--line: #3a424d;
		--text: #e4e8ed;
		--soft: #a3adb9;
		--accent: #8ab8ff;
		--on-accent: #10151c;
		--good: #7fd79a;
		--bad: #ff9a92;
		--fresh: #1b2f22;
	}
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main, footer { width: min(100% - 2.5rem, 64rem); margin: 0 auto; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding-block: .75rem; border-bottom: 1px solid var(--line); }
header .name { margin: 0; font-weight: 600; }
nav { display: flex; gap: .25rem; flex: 1; }
nav a { white-space: nowrap; padding: .35rem .8rem; border-radius: .4rem; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--text); text-decoration: underline; }
nav a[aria-current] { background: var(--card); color: var(--text); font-weight: 600; box-shadow: inset 0 0 0 1px var(--line); }
.account { display: flex; align-items: center; gap: .75rem; color: var(--soft); }
.account strong { color: var(--text); overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; padding-block: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
h1 { margin: 1.75rem 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0 0 .75rem; font-size: 1.15rem; overflow-wrap: anywhere; }
main > h2 { margin-top: 1.75rem; }
a { color: var(--accent); }
code, #freshKey { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em; }
.card { margin: 1.5rem 0; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
form.card { max-width: 36rem; }
.note { max-width: 36rem; padding: .75rem 1rem; border-left: .25rem solid var(--accent); background: var(--card); }
.fresh { background: var(--fresh); border-color: var(--good); }
.fresh p { margin-bottom: 0; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input:not([type=radio]) { width: 100%; padding: .5rem .65rem; border: 1px solid var(--soft); border-radius: .4rem; background: var(--back); color: inherit; font-size: 1rem; line-height: 1.5; }
input[aria-invalid] { border-color: var(--bad); }
fieldset { margin: 1rem 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
fieldset label { font-weight: 400; }
.hint { margin: .35rem 0 1rem; color: var(--soft); font-size: .9rem; }
.error { margin: .35rem 0; color: var(--bad); font-weight: 600; }
button, summary { padding: .45rem .9rem; border: 1px solid transparent; border-radius: .4rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet, summary { border-color: var(--soft); background: none; color: var(--text); font-weight: 400; padding: .25rem .65rem; }
button.danger { background: none; border-color: var(--bad); color: var(--bad); padding: .25rem .65rem; }
button:hover, summary:hover { text-decoration: underline; }
:focus-visible { outline: .15rem solid var(--accent); outline-offset: .15rem; }
summary { display: inline-block; list-style: none; }
summary::-webkit-details-marker { display: none; }
details form { margin-top: .5rem; }
.scroll { position: relative; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .65rem .8rem; text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-size: .875rem; }
tbody tr { border-top: 1px solid var(--line); }
tbody th { min-width: 8rem; max-width: 20rem; overflow-wrap: anywhere; }
.actions { display: flex; gap: .5rem; align-items: start; }
.active { color: var(--good); }
.expired { color: var(--bad); font-weight: 600; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
