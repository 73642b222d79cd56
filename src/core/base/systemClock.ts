import { systemTimers } from "../../shared/timers";
import type { Clock } from "./ports";

/** The computer's clock. */
export const systemClock: Clock = { now: () => Date.now(), after: systemTimers.after };
