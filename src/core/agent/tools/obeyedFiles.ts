/** Names, in lower case, of files that other programs execute or obey in any folder. */
const names = new Set(
	(
		"package.json makefile gnumakefile justfile rakefile gemfile dockerfile vagrantfile jenkinsfile procfile build.rs " +
		"pom.xml cmakelists.txt setup.py setup.cfg pyproject.toml conftest.py noxfile.py " +
		"tox.ini cargo.toml deno.json deno.jsonc nx.json turbo.json lerna.json .gitattributes .gitmodules .gitlab-ci.yml .travis.yml " +
		".drone.yml .pre-commit-config.yaml azure-pipelines.yml bitbucket-pipelines.yml cloudbuild.yaml docker-compose.yml " +
		"docker-compose.yaml compose.yml compose.yaml lefthook.yml .pnpmfile.cjs pnpm-workspace.yaml bunfig.toml " +
		".bazelrc .profile .bash_profile .bash_login .bash_logout .zshenv .zprofile .zlogin .gitconfig .editorconfig composer.json gradlew gradlew.bat " +
		"mvnw mvnw.cmd taskfile.yml taskfile.yaml agents.md claude.md gemini.md .cursorrules .windsurfrules .clinerules " +
		"copilot-instructions.md azure-pipelines.yaml cloudbuild.yml appveyor.yml .appveyor.yml buildspec.yml buildspec.yaml " +
		".drone.yaml bitbucket-pipelines.yaml .gitlab-ci.yaml .travis.yaml .woodpecker.yml .woodpecker.yaml " +
		"opencode.json opencode.jsonc .mcp.json mcp.json .aider.conf.yml .roorules .kilocoderules .pnp.cjs .pnp.loader.mjs " +
		"gradle-wrapper.properties gradle.properties build build.bazel workspace workspace.bazel module.bazel mix.exs podfile " +
		"fastfile appfile brewfile guardfile dangerfile containerfile " +
		".justfile build.sbt build.zig wscript sconstruct meson.build tiltfile " +
		// These determine which code is fetched and run.
		"package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock deno.lock cargo.lock go.mod go.work " +
		"requirements.txt pipfile pipfile.lock poetry.lock uv.lock environment.yml gemfile.lock composer.lock package.swift " +
		"project.clj deps.edn rebar.config pubspec.yaml flake.nix flake.lock shell.nix default.nix mise.toml .mise.toml .tool-versions " +
		"tsconfig.json jsconfig.json angular.json project.json firebase.json netlify.toml vercel.json serverless.yml " +
		"earthfile snakefile cmakepresets.json cmakeuserpresets.json configure sitecustomize.py usercustomize.py " +
		".gdbinit .lldbinit .dir-locals.el .exrc .nvim.lua " +
		"lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml pytest.ini pylintrc nodemon.json .rubocop.yml phpunit.xml " +
		"phpunit.xml.dist procfile.dev docker-bake.hcl claude.local.md " +
		// Git treats a folder with this file as a repository, whose configuration can run programs.
		"head"
	).split(" "),
);
/** Folders in which every file counts as executed or obeyed. */
const folders = new Set([
	".github",
	".githooks",
	".hg",
	".jj",
	".mvn",
	".gitlab",
	".circleci",
	".buildkite",
	".claude",
	".clinerules",
	".windsurf",
	".cargo",
	".yarn",
	".gitea",
	".forgejo",
	".woodpecker",
	".kilocode",
	".roo",
	".gemini",
	".codex",
	".opencode",
	".continue",
	".kiro",
	".junie",
	".amazonq",
	".augment",
	".trae",
	".zed",
	".storybook",
	".husky",
	"node_modules",
]);
/** Endings of file names: configurations that tools run as programs, and prompt files. */
const endings = [
	".config.js",
	".config.cjs",
	".config.mjs",
	".config.ts",
	".config.mts",
	".config.cts",
	".config.json",
	".config.babel.js",
	".bzl",
	".gradle",
	".gradle.kts",
	".mk",
	".prompt.md",
	".instructions.md",
	// Windows runs these files by their names without the ending, so they can take the place of a program.
	...[".bat", ".cmd", ".com", ".exe", ".ps1", ".psm1", ".vbs", ".lnk"],
];
const runCommands = /^\.[a-z-]{1,30}rc(?:\.(?:json[c5]?|ya?ml|toml|[cm]?[jt]s))?$/;
/** Configurations that are named differently, such as Karma's. */
const scripts = /(?:\.(?:conf|vscode-test)|^vitest\.workspace)\.[cm]?[jt]s$/;
const taskRunners = /^(?:gulpfile|gruntfile)\./;
/** Variants of container, build and dependency files, such as `Dockerfile.dev` and `compose.override.yml`. */
const variants = /^(?:(?:docker|container|make)file\.|(?:docker-)?compose\.[^/]*\.ya?ml$|requirements[\w.-]*\.txt$)/;
/** Build files of .NET projects. */
const builds = [".csproj", ".fsproj", ".vbproj", ".props", ".targets", ".sln"];

/**
 * Returns whether other programs or assistants execute or obey a file, so that each of the agent's writes to it must be
 * allowed. Stricter than `isSensitive`, because the change may have an effect before the user has seen it.
 */
export function isObeyed(path: string): boolean {
	const parts = path
		.normalize("NFKC")
		.toLowerCase()
		.split("/")
		.map((part) => part.replace(/(?<![. ])[. ]+$/, ""));
	const name = parts.at(-1) ?? "";
	return (
		names.has(name) ||
		runCommands.test(name) ||
		taskRunners.test(name) ||
		variants.test(name) ||
		scripts.test(name) ||
		[...endings, ...builds].some((ending) => name.endsWith(ending)) ||
		parts.slice(0, -1).some((part) => folders.has(part))
	);
}
