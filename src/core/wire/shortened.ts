import { cutText } from "../../shared/untrusted/cutText";
import { gatewayLimits } from "../../shared/untrusted/limits";

/** A detail from outside, such as an address or a system's error text, as a sentence may name it: cut with an ellipsis. */
export function shortened(text: string): string {
	return cutText(text, gatewayLimits.detailLength);
}
