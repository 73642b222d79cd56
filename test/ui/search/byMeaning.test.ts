import { inOneWindow } from "../inOneWindow";
import { searchEndTests } from "./searchEndTests";
import { searchTests } from "./searchTests";

inOneWindow({
	"search: by meaning": searchTests,
	"index: interruptions and removal": searchEndTests,
});
