// The baseline: receives the same messages as the panel, parses nothing, and appends each text unchanged.
import { offer, transcript } from "./subject";

const { body, follow } = transcript();
body.classList.add("thoughts");

offer({
	gathered: true,
	take(text) {
		body.append(text);
		follow();
	},
	end: () => {},
	root: () => body,
});
