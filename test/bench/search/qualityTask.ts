/** The quality of the answers: the share of questions with an expected place among the first five, and the mean of 1/rank. */
export interface Quality {
	readonly recall: number;
	readonly mrr: number;
}

/** The same questions, asked in three ways. */
export interface QualityFigures {
	readonly questions: number;
	readonly hybrid: Quality;
	readonly keywords: Quality;
	readonly meaning: Quality;
}
