import type { Half } from "../edits/realEdit";

/** Text that the models of a family write beside code, or instead of it. Rules are written against only one half. */
interface Family {
	readonly name: string;
	readonly prose: Readonly<Record<Half, readonly string[]>>;
	readonly thoughts: Readonly<Record<Half, readonly string[]>>;
}

/** Ten families in their own style: invented sentences of the kinds that their chat models write. */
export const families: readonly Family[] = [
	{
		name: "qwen",
		prose: {
			train: ["Here is the completed code:", "The code you provided is incomplete. Here's the missing part:"],
			held: [
				"Below is the completed function with the missing line filled in:",
				"It appears that the line should be completed as follows:",
			],
		},
		thoughts: {
			train: ["<think>\nOkay, let's see what the user needs here."],
			held: ["<think>\nAlright, so I need to figure out the gap."],
		},
	},
	{
		name: "llama",
		prose: {
			train: ["Sure! Here's the completion:", "The completed line is as follows."],
			held: ["I'd be happy to help you complete this code.", "This code snippet calculates the value and returns it."],
		},
		thoughts: {
			train: ["<|start_header_id|>assistant<|end_header_id|>\n\n"],
			held: ["<thinking>\nThe user wants the rest of this line.</thinking>"],
		},
	},
	{
		name: "mistral",
		prose: {
			train: ["To complete the code, you can add the following:", "Based on the context, this value is missing."],
			held: ["You can complete the statement like this:", "Certainly! The statement may be finished with the value."],
		},
		thoughts: { train: ["[THINK]The line needs a value.[/THINK]"], held: ["[THINK]Let me look at the context first."] },
	},
	{
		name: "deepseek",
		prose: {
			train: ["We need to complete the code at the cursor.", "The cursor is inside the function body."],
			held: [
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
			train: ["Okay, here's the code that completes the line:", "Explanation: the value is computed from the input."],
			held: ["Okay, I understand. The rest of the line would be:", "Key improvements and explanations follow."],
		},
		thoughts: {
			train: ["<reasoning>The value comes next.</reasoning>"],
			held: ["<scratchpad>What belongs between both parts?</scratchpad>"],
		},
	},
	{
		name: "phi",
		prose: {
			train: ["The following code completes the given snippet.", "Output: the missing text."],
			held: ["Answer: the missing text is the expression.", "Completion: the rest of the statement."],
		},
		thoughts: { train: ["<|assistant|>\n"], held: ["<|im_start|>assistant\n"] },
	},
	{
		name: "granite",
		prose: {
			train: ["Here are the remaining tokens of the line:", "The function should return the computed value."],
			held: [
				"The provided code defines a function and needs one more expression.",
				"Given the context, an expression is expected here.",
			],
		},
		thoughts: {
			train: ["<analysis>An expression is expected.</analysis>"],
			held: ["<reflection>Is it an expression or a call?</reflection>"],
		},
	},
	{
		name: "gpt-oss",
		prose: {
			train: ["I cannot see the rest of the file, but this is likely:", "It looks like the line should end here."],
			held: ["I can't determine the exact value from this context.", "There is nothing to add at the cursor."],
		},
		thoughts: {
			train: ["<|channel|>analysis<|message|>We need to fill the gap."],
			held: ["<|channel|>commentary<|message|>The user wants a completion."],
		},
	},
	{
		name: "glm",
		prose: {
			train: ["当然，下面是补全后的代码：", "No code is needed here."],
			held: ["以下是缺失的部分：", "No further code is required at this position."],
		},
		thoughts: { train: ["<think>用户需要补全代码。"], held: ["<think>首先看一下上下文。</think>"] },
	},
	{
		name: "command",
		prose: {
			train: ["Voici le code complété :", "Let me complete this statement for you."],
			held: ["Bien sûr, voici la suite du code :", "Let's finish the statement that was started above."],
		},
		thoughts: {
			train: ["<thought>The rest of the line.</thought>"],
			held: ["<thought>Only a few characters are missing."],
		},
	},
];
