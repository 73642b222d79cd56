// Shows another conversation in the panel's own page, like the host.
import type { StandIn } from "../../host/barePanel";
import { offerOpening } from "./opening";
import { painted } from "./painted";

const { tellPanel } = window as unknown as StandIn;

offerOpening(async (snapshot) => {
	tellPanel("reset", snapshot);
	await painted();
});
