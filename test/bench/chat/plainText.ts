// The floor: it gets the same messages as the panel, nothing is read, and each text is appended as it is.
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
