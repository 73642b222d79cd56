// The floor: nothing is read, the text is appended as it is, as often as the panel draws.
import { offer, transcript } from "./subject";

const { body, follow } = transcript();
body.classList.add("thoughts");
let waiting = "";
let timer: ReturnType<typeof setTimeout> | undefined;

function draw(): void {
	timer = undefined;
	body.append(waiting);
	waiting = "";
	follow();
}

offer({
	take(piece) {
		waiting += piece;
		if (timer === undefined) timer = setTimeout(draw, 50);
	},
	end: draw,
	root: () => body,
});
