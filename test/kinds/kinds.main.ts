// `node test/task.js kinds`: what published names of models are, and what their names alone make of them here.
import { kindTable } from "./kindTotals";
import { freshModels, heldOutModels } from "./publishedModels";

console.log(kindTable("The half that the rules were not written against", heldOutModels()));
console.log(`\n${kindTable("The same half of the AI SDK's packages of providers", freshModels())}`);
