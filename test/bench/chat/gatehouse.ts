// The panel's own page, as it is packaged: what it is told goes in as the host's messages do.
import type { StandIn } from "../../host/barePanel";
import { offer } from "./subject";

const { tellPanel, notification } = window as unknown as StandIn;

offer({
	message: (piece) => notification("textAppended", ["streamed", piece, ""]),
	end: () => tellPanel("answerEnded", "streamed", { type: "complete", finishReason: "stop" }, 1000, null, null),
	root: () => document.querySelector(".markdown") as Element,
});
