import assert from "node:assert/strict";
import { isObeyed } from "../../../../src/core/agent/tools/obeyedFiles";

describe("agent: files that others execute or obey", () => {
	it("are known by their names and folders", () => {
		for (const path of [
			"package.json",
			"a/Package.JSON",
			"Makefile",
			"x/.github/dependabot.yml",
			"AGENTS.md",
			"vite.config.ts",
			".eslintrc.cjs",
			".eslintrc",
			".eslintrc.json",
			".prettierrc.yml",
			".stylelintrc.json",
			".babelrc",
			".mocharc.json",
			".lintstagedrc.json",
			".lint-stagedrc.js",
			".pylintrc",
			".yarnrc.yml",
			".zshrc",
			"jest.config.json",
			"a.config.cts",
			".githooks/pre-push",
			"home/.bash_profile",
			".zshenv",
			".gitconfig",
			"composer.json",
			"app/build.gradle",
			"gradlew",
			".mvn/extensions.xml",
			"Gulpfile.ts",
			"Taskfile.yml",
			"rules.mk",
			"a.prompt.md",
			"A.csproj",
			"makefile. ",
			...[".gitea/workflows/a.yml", ".forgejo/a.yml", "azure-pipelines.yaml", "cloudbuild.yml", "appveyor.yml"],
			...["buildspec.yml", ".kilocode/mcp.json", ".roo/rules/a.md", ".gemini/settings.json", ".codex/config.toml"],
			...["opencode.json", ".continue/config.yaml", ".aider.conf.yml", "karma.conf.js", "a.conf.mts", ".pnp.cjs"],
			...[".vscode-test.mjs", ".vscode-test.js", "gradle/wrapper/gradle-wrapper.properties", "a/BUILD.bazel"],
			...["WORKSPACE.bazel", "MODULE.bazel", "rules.bzl", "mix.exs", "Podfile", "fastlane/Fastfile", "Containerfile"],
			...["package-lock.json", "yarn.lock", "go.mod", "Cargo.lock", "requirements.txt", "requirements-dev.txt"],
			...["tsconfig.json", "Dockerfile.dev", "compose.override.yaml", "Package.swift", "flake.nix", "sitecustomize.py"],
			...["docker-compose.prod.yml", "docker-compose.override.yml", ".justfile", "node_modules/x/index.js"],
			...["npm.bat", "a/Git.CMD", "node.exe", "more.com", "build.ps1", "a.psm1", "a.vbs", "a.lnk", "npm.cmd. "],
		])
			assert.ok(isObeyed(path), path);
		for (const path of [
			"src/package.ts",
			"a.json",
			"README.md",
			"src/makefile/a.ts",
			"config.ts",
			"src/source.ts",
			"arc.ts",
			"src/gulp.ts",
			"src/conf.ts",
			"nginx.conf",
			"src/configure.ts",
			"docs/compose.md",
			"requirements.md",
		])
			assert.ok(!isObeyed(path), path);
	});
});
