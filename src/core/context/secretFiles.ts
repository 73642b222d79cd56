/**
 * Names of files that hold passwords, keys or tokens, in lower case; most are in the lists of secretlint, gitleaks and GitHub's
 * collections of `.gitignore` files.
 */
const names = new Set(
	(
		".netrc _netrc .npmrc .yarnrc.yml .pypirc .pgpass pgpass.conf .my.cnf .mylogin.cnf .htpasswd .git-credentials .dockercfg " +
		".dockerconfigjson .vault-token .vault_pass .vault_pass.txt vault_pass.txt .s3cfg .boto .passwd-s3fs .edgerc .databrickscfg " +
		".terraformrc terraform.rc rclone.conf .msmtprc .fetchmailrc .smbcredentials .ftpconfig .ftppass sftp-config.json filezilla.xml " +
		"sitemanager.xml recentservers.xml wp-config.php localsettings.php config.inc.php local.settings.json token.json token.pickle " +
		"rootkey.csv accesskeys.csv kubeconfig key.properties keystore.properties settings-security.xml consolehost_history.txt " +
		"credentials credential secrets secret .credentials .secrets .secret"
	).split(" "),
);
/** What follows the last dot. */
const endings = new Set(
	(
		"env pem key p8 pk8 p12 pfx pkcs12 jks jceks bks keystore keychain keytab kdb kdbx psafe3 ppk asc gpg agekey ovpn tfvars tfstate " +
		"publishsettings kubeconfig"
	).split(" "),
);
/** Files that only their folder tells from others; each is the end of a path. */
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
	"etc/shadow",
].map((path) => `/${path}`);
/** Folders in which every file is one. */
const folders = [".ssh", ".aws", ".gnupg", ".azure", ".kube", ".oci", ".password-store", ".envs", ".config/gcloud"].map(
	(folder) => `/${folder}/`,
);

/** Words of a name that make a file with one of the endings one. */
const secretWords = new Set(["credential", "credentials", "secret", "secrets"]);
const dataEndings = new Set("json yml yaml toml ini txt properties xml csv conf cfg plist".split(" "));
const sshKeys = ["rsa", "dsa", "ecdsa", "ed25519"];
/** Examples are made to be shared. */
const exampleWords = new Set(["example", "examples", "sample", "template", "tmpl", "tpl", "dist"]);

/** Whether a file looks, by its name, as if it held secrets. Upper and lower case, `/` and `\` are the same. */
export function hasSecretName(path: string): boolean {
	const lower = `/${path.toLowerCase().replaceAll("\\", "/")}`;
	const name = lower.slice(lower.lastIndexOf("/") + 1);
	return (isSecretName(name) || isSecretPath(lower)) && !name.endsWith(".pub") && !isExample(name);
}

function isSecretName(name: string): boolean {
	const dot = name.lastIndexOf(".");
	const ending = dot < 0 ? "" : name.slice(dot + 1);
	return (
		names.has(name) ||
		endings.has(ending) ||
		isEnvironment(name) ||
		isSshKey(name, dot) ||
		name.endsWith("_history") ||
		name.endsWith(".tfvars.json") ||
		(ending === "backup" && name.includes(".tfstate.")) ||
		(dataEndings.has(ending) && wordsOf(name.slice(0, dot)).some((word) => secretWords.has(word))) ||
		(ending === "json" && isCloudKey(name))
	);
}

function isSecretPath(path: string): boolean {
	return (
		paths.some((end) => path.endsWith(end)) || (path.includes("/.") && folders.some((part) => path.includes(part)))
	);
}

/** `.env.example`, `secrets.example.yaml`. */
function isExample(name: string): boolean {
	return wordsOf(name)
		.slice(-2)
		.some((word) => exampleWords.has(word));
}

function wordsOf(name: string): readonly string[] {
	return name.split(/[._-]/);
}

/** `.env`, `.envrc`, `.env.local`, `.env-local`. */
function isEnvironment(name: string): boolean {
	return name.startsWith(".env") && (name.length === 4 || name === ".envrc" || "._-".includes(name[4] ?? " "));
}

/** `id_rsa`, `id_work`, `id_ed25519.old`, `deploy_rsa`. */
function isSshKey(name: string, dot: number): boolean {
	if (name.startsWith("id_") && (dot < 0 || sshKeys.some((kind) => name.startsWith(`id_${kind}.`)))) return true;
	return dot < 0 && sshKeys.some((kind) => name.endsWith(`_${kind}`));
}

/** What Google, Azure and .NET call the JSON in which keys come. */
function isCloudKey(name: string): boolean {
	const plain = name.replace(/[_-]/g, "");
	return (
		plain.includes("serviceaccount") ||
		name.includes("firebase-adminsdk") ||
		name.startsWith("gha-creds-") ||
		(name.startsWith("appsettings.") && name !== "appsettings.json")
	);
}
