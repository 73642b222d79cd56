// `node test/task.js kinds`: prints the published kinds of models beside the kinds derived here from their names alone.
import { kindTable } from "./kindTotals";
import { freshModels, heldOutModels, laterModels, lobeChatModels } from "./publishedModels";

console.log(kindTable("The half that the rules were not written against", heldOutModels()));
console.log(`\n${kindTable("The same half of the AI SDK's packages of providers", freshModels())}`);
console.log(`\n${kindTable("The same half of Lobe Chat's list", lobeChatModels())}`);
console.log(`\n${kindTable("All names that LiteLLM has added since", laterModels())}`);
