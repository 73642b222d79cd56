// The panel's own packaged page, which receives messages like the host's.
import type { StandIn } from "../../host/barePanel";
import { offer } from "./subject";

const { tellPanel, notification } = window as unknown as StandIn;

offer({
	gathered: true,
	message: (text) => notification("textAppended", ["streamed", text, ""]),
	end: () => tellPanel("answerEnded", "streamed", { type: "complete", finishReason: "stop" }, 1000, null, null),
	root: () => document.querySelector(".markdown") as Element,
	finished: () =>
		!document.querySelector(".answer.streaming") &&
		[...document.querySelectorAll(".code-chunk")].every(
			(code) => code.querySelector("[class^=hljs]") || isSelected(code),
		),
});

/** Returns whether the code is selected: selected code is highlighted later. */
function isSelected(code: Element): boolean {
	const selection = document.getSelection();
	return !selection?.isCollapsed && selection?.containsNode(code, true) === true;
}
