/** About 50 MB of TypeScript and JavaScript: packages that are pinned in test/bench/package.json. */
export const benchCorpus: readonly string[] = ["effect", "three"];
