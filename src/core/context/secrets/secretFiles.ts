/**
 * Names of files that contain passwords, keys or tokens, in lower case; most are in the lists of secretlint, gitleaks
 * and GitHub's collection of `.gitignore` files.
 */
const names = new Set(
	(
		".netrc _netrc .npmrc .yarnrc.yml .pypirc .pgpass pgpass.conf .my.cnf .mylogin.cnf .htpasswd .git-credentials .dockercfg " +
		".dockerconfigjson .vault-token .vault_pass .vault_pass.txt vault_pass.txt .s3cfg .boto .passwd-s3fs .edgerc .databrickscfg " +
		".terraformrc terraform.rc rclone.conf .msmtprc .fetchmailrc .smbcredentials .ftpconfig .ftppass sftp-config.json filezilla.xml " +
		".flaskenv .dev.vars sitemanager.xml recentservers.xml wp-config.php localsettings.php config.inc.php local.settings.json token.json token.pickle " +
		"rootkey.csv accesskeys.csv kubeconfig key.properties keystore.properties settings-security.xml consolehost_history.txt " +
		"kaggle.json .rclone.conf .esmtprc .muttrc .remote-sync.json robomongo.json proftpdpasswd wallet.dat key4.db passwords.txt password.txt " +
		"credentials credential secrets secret .credentials .secrets .secret " +
		"bash_history zsh_history fish_history psql_history mysql_history"
	).split(" "),
);
/** File extensions, without the dot. */
const endings = new Set(
	(
		"env pem key p8 pk8 p12 pfx pkcs12 jks jceks bks keystore keychain keychain-db keytab kdb kdbx psafe3 ppk asc gpg agekey ovpn tfvars tfstate " +
		"publishsettings kubeconfig"
	).split(" "),
);
/** Files that are recognized only with their folder; each is the end of a path. */
const paths = [
	".config/gh/hosts.yml",
	".config/hub",
	".config/glab-cli/config.yml",
	".docker/config.json",
	".m2/settings.xml",
	".gradle/gradle.properties",
	".bundle/config",
	".composer/auth.json",
	".codex/auth.json",
	".mc/config.json",
	".snowsql/config",
	"sops/age/keys.txt",
	"app/etc/env.php",
	"config/parameters.yml",
	"config/database.yml",
	".vscode/sftp.json",
	".huggingface/token",
	".cache/huggingface/token",
	".config/doctl/config.yaml",
	".netlify/config.json",
	".snowflake/config.toml",
	".dbt/profiles.yml",
	".fly/config.yml",
].map((path) => `/${path}`);
/** Folders in which every file counts as secret. */
const folders = [".ssh", ".aws", ".gnupg", ".azure", ".kube", ".oci", ".password-store", ".envs", ".config/gcloud"].map(
	(folder) => `/${folder}/`,
);

/** Words in a name that make a file with one of the following extensions a secret. */
const secretWords = new Set(["credential", "credentials", "secret", "secrets"]);
const dataEndings = new Set("json yml yaml toml ini txt properties xml csv conf cfg plist".split(" "));
const sshKeys = ["rsa", "dsa", "ecdsa", "ed25519"];
/** Matches `id_rsa`, `id_rsa.old` and `id_ed25519_sk-work`. */
const sshIdentity = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-]|$)/;
/** Words that mark examples, which are made to be shared. */
const exampleWords = new Set(["example", "examples", "sample", "template", "tmpl", "tpl", "dist"]);
/** The ends of names that editors and people give to copies of a file. */
const copyEndings = ["~", ".bak", ".old", ".orig", ".save"];
const exampleEndings = new Set(["json", "yaml", "yml", "toml"]);

/**
 * Returns whether a file's name suggests that it contains secrets. Ignores case, the difference between `/` and `\`,
 * the endings of copies (`.bak`, `~`), and what makes no difference to Windows: trailing dots and spaces, and the name
 * of a stream (`::$DATA`).
 */
export function hasSecretName(file: string): boolean {
	const parts = file.toLowerCase().replaceAll("\\", "/").split("/");
	// Except on Windows, a colon is a character like any other.
	return isSecretFile(parts) || (file.includes(":") && isSecretFile(parts.map(withoutStream)));
}

function isSecretFile(parts: readonly string[]): boolean {
	const path = withoutCopyEnding(`/${parts.map(withoutTail).join("/")}`);
	const name = path.slice(path.lastIndexOf("/") + 1);
	return (isSecretName(name) || isSecretPath(path)) && !name.endsWith(".pub") && !isExample(name);
}

/** Removes at most two endings, as in `.env.bak~`. */
function withoutCopyEnding(path: string): string {
	const cut = (text: string) => {
		const ending = copyEndings.find((end) => text.endsWith(end));
		return ending === undefined ? text : text.slice(0, -ending.length);
	};
	return cut(cut(path));
}

/** Removes the name of a stream of a file on Windows, as in `.env::$DATA`. */
function withoutStream(part: string): string {
	// A drive, such as `c:`, is not a file.
	const stream = part.indexOf(":", 2);
	return stream < 0 ? part : part.slice(0, stream);
}

/** Removes the trailing dots and spaces, which Windows ignores. */
function withoutTail(part: string): string {
	let end = part.length;
	while (end > 0 && (part[end - 1] === "." || part[end - 1] === " ")) end--;
	return part.slice(0, end);
}

function isSecretName(name: string): boolean {
	const dot = name.lastIndexOf(".");
	const ending = dot < 0 ? "" : name.slice(dot + 1);
	return (
		names.has(name) ||
		endings.has(ending) ||
		isEnvironment(name) ||
		isSshKey(name, dot) ||
		(name.startsWith(".") && name.endsWith("_history")) ||
		name.endsWith(".tfvars.json") ||
		(ending === "backup" && name.includes(".tfstate.")) ||
		(dataEndings.has(ending) && isSecretData(wordsOf(name.slice(0, dot)), ending)) ||
		(ending === "json" && isCloudKey(name))
	);
}

function isSecretPath(path: string): boolean {
	return (
		/^\/?\/etc\/shadow$/.test(path) ||
		paths.some((end) => path.endsWith(end)) ||
		(path.includes("/.") && folders.some((part) => path.includes(part)))
	);
}

/**
 * Returns true for `.env.example` and `secrets.example.yaml`, but not for `sample.env` or `server.example.key`, which
 * are in use.
 */
function isExample(name: string): boolean {
	const dot = name.lastIndexOf(".");
	const isData = exampleEndings.has(name.slice(dot + 1));
	return exampleWords.has(wordsOf(isData ? name.slice(0, dot) : name).at(-1) ?? "");
}

/**
 * Checks the words of a data file's name. In the name of a table, only the last word counts: `aws_credentials.csv` is
 * secret, `secret_santa.csv` is not. A schema is never secret.
 */
function isSecretData(words: readonly string[], ending: string): boolean {
	const decisive = ending === "csv" ? words.slice(-1) : words;
	return words.at(-1) !== "schema" && decisive.some((word) => secretWords.has(word));
}

function wordsOf(name: string): readonly string[] {
	return name.split(/[._-]/);
}

/** Matches `.env`, `.envrc`, `.env.local`, `.env-local` and `.dev.vars.local`. */
function isEnvironment(name: string): boolean {
	if (name.startsWith(".dev.vars.")) return true;
	return name.startsWith(".env") && (name.length === 4 || name === ".envrc" || "._-".includes(name[4] ?? " "));
}

/** Matches `id_rsa`, `id_ed25519.old`, `deploy_rsa` and `ssh_host_rsa_key`. */
function isSshKey(name: string, dot: number): boolean {
	return (
		sshIdentity.test(name) ||
		(name.startsWith("ssh_host_") && name.endsWith("_key")) ||
		(dot < 0 && sshKeys.some((kind) => name.endsWith(`_${kind}`)))
	);
}

/** Matches the JSON files in which Google, Azure and .NET store keys. */
function isCloudKey(name: string): boolean {
	const plain = name.replace(/[_-]/g, "");
	return (
		plain.includes("serviceaccount") ||
		name.includes("firebase-adminsdk") ||
		name.startsWith("gha-creds-") ||
		(name.startsWith("appsettings.") && name !== "appsettings.json" && name !== "appsettings.schema.json")
	);
}
