import type { Half } from "../edits/realEdit";

/** What the models of a family say beside code, or in its place. Rules are written against one half alone. */
interface Family {
	readonly name: string;
	readonly prose: Readonly<Record<Half, readonly string[]>>;
	readonly thoughts: Readonly<Record<Half, readonly string[]>>;
}

/** Ten families, in their manner: invented sentences of the kinds that their chat models write. */
export const families: readonly Family[] = [
	{
		name: "qwen",
		prose: {
			train: [
				"Completed line: a + b",
				"这里应该返回两个数的和。",
				"Here is the completed code:",
				"The code you provided is incomplete. Here's the missing part:",
			],
			held: [
				"Filled-in version:",
				"光标后面缺少一个表达式。",
				"Below is the completed function with the missing line filled in:",
				"It appears that the line should be completed as follows:",
			],
		},
		thoughts: {
			train: ["<completion>a + b</completion>", "<think>\nOkay, let's see what the user needs here."],
			held: ["<fill_in>x</fill_in>", "<think>\nAlright, so I need to figure out the gap."],
		},
	},
	{
		name: "llama",
		prose: {
			train: [
				"Happy to help! The rest of the line is:",
				"**Explanation:** the function adds",
				"Sure! Here's the completion:",
				"The completed line is as follows.",
			],
			held: [
				"Glad to assist with that!",
				"**Solution**",
				"I'd be happy to help you complete this code.",
				"This code snippet calculates the value and returns it.",
			],
		},
		thoughts: {
			train: ["<|eom_id|>", "<|start_header_id|>assistant<|end_header_id|>\n\n"],
			held: ["<|python_tag|>complete", "<thinking>\nThe user wants the rest of this line.</thinking>"],
		},
	},
	{
		name: "mistral",
		prose: {
			train: [
				"Il faut ajouter la somme ici.",
				"Le code manquant est a + b.",
				"To complete the code, you can add the following:",
				"Based on the context, this value is missing.",
			],
			held: [
				"Il manque une expression après le signe égal.",
				"Voilà la fin de cette instruction.",
				"You can complete the statement like this:",
				"Certainly! The statement may be finished with the value.",
			],
		},
		thoughts: {
			train: ['[TOOL_CALLS][{"name": "f"}]', "[THINK]The line needs a value.[/THINK]"],
			held: ["[TOOL_CALLS]complete[ARGS]{}", "[THINK]Let me look at the context first."],
		},
	},
	{
		name: "deepseek",
		prose: {
			train: [
				"1. Add a and b",
				"### Completion",
				"We need to complete the code at the cursor.",
				"The cursor is inside the function body.",
			],
			held: [
				"2. Then close the bracket and return",
				"## Completed code",
				"Looking at the surrounding code, we can infer the rest.",
				"First, we should check what comes after the cursor.",
			],
		},
		thoughts: {
			train: ["<think>\nHmm, the line is cut off."],
			held: ["<think>\nFirst, I'll look at the function that contains this."],
		},
	},
	{
		name: "gemma",
		prose: {
			train: [
				"// ... existing code ...",
				"The sum of both numbers",
				"Okay, here's the code that completes the line:",
				"Explanation: the value is computed from the input.",
			],
			held: [
				"// ... remaining methods unchanged ...",
				"an expression of the same type",
				"Okay, I understand. The rest of the line would be:",
				"Key improvements and explanations follow.",
			],
		},
		thoughts: {
			train: ["<start_of_turn>model\n", "<reasoning>The value comes next.</reasoning>"],
			held: ["<end_of_turn>\n<start_of_turn>user", "<scratchpad>What belongs between both parts?</scratchpad>"],
		},
	},
	{
		name: "phi",
		prose: {
			train: [
				"Final answer: a + b",
				"N/A",
				"The following code completes the given snippet.",
				"Output: the missing text.",
			],
			held: [
				"Expected completion: the value",
				"[nothing to add]",
				"Answer: the missing text is the expression.",
				"Completion: the rest of the statement.",
			],
		},
		thoughts: { train: ["<|assistant|>\n"], held: ["<|im_start|>assistant\n"] },
	},
	{
		name: "granite",
		prose: {
			train: [
				"Here the sum is returned.",
				"missing code goes here",
				"Here are the remaining tokens of the line:",
				"The function should return the computed value.",
			],
			held: [
				"An identifier belongs here.",
				"place the remaining arguments here",
				"The provided code defines a function and needs one more expression.",
				"Given the context, an expression is expected here.",
			],
		},
		thoughts: {
			train: ["<tool_call>[]", "<analysis>An expression is expected.</analysis>"],
			held: ["<final_code>x</final_code>", "<reflection>Is it an expression or a call?</reflection>"],
		},
	},
	{
		name: "gpt-oss",
		prose: {
			train: [
				"(no completion)",
				"Done.",
				"I cannot see the rest of the file, but this is likely:",
				"It looks like the line should end here.",
			],
			held: [
				"(nothing to insert)",
				"Understood, completing now.",
				"I can't determine the exact value from this context.",
				"There is nothing to add at the cursor.",
			],
		},
		thoughts: {
			train: ["<|channel|>analysis<|message|>We need to fill the gap."],
			held: ["<|channel|>commentary<|message|>The user wants a completion."],
		},
	},
	{
		name: "glm",
		prose: {
			train: [
				"この関数は合計を返します。",
				"두 수의 합을 반환합니다",
				"当然，下面是补全后的代码：",
				"No code is needed here.",
			],
			held: [
				"この行には式が必要です",
				"이 위치에는 코드가 필요하지 않습니다.",
				"以下是缺失的部分：",
				"No further code is required at this position.",
			],
		},
		thoughts: { train: ["<think>用户需要补全代码。"], held: ["<think>首先看一下上下文。</think>"] },
	},
	{
		name: "command",
		prose: {
			train: [
				"Die Funktion gibt die Summe zurück.",
				"El código que falta es a + b.",
				"Voici le code complété :",
				"Let me complete this statement for you.",
			],
			held: [
				"An dieser Stelle fehlt ein Ausdruck.",
				"Falta una expresión en esta línea.",
				"Bien sûr, voici la suite du code :",
				"Let's finish the statement that was started above.",
			],
		},
		thoughts: {
			train: ["<thought>The rest of the line.</thought>"],
			held: ["<thought>Only a few characters are missing."],
		},
	},
];
