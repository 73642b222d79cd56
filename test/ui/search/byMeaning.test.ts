import { inOneWindow } from "../inOneWindow";
import { searchEndTests } from "./searchEndTests";
import { searchTests } from "./searchTests";

inOneWindow({
	"searching by meaning": searchTests,
	"index: its end": searchEndTests,
});
