/** Names of files that hold passwords, keys or tokens and hardly anything else. */
const secretNames: readonly RegExp[] = [
	/^\.env(?:rc|\..+)?$/,
	/\.env$/,
	/\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|ovpn)$/,
	/^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
	/^\.(?:npmrc|pypirc|netrc|htpasswd|pgpass|my\.cnf|git-credentials|dockercfg|vault-token)$/,
	/^_netrc$/,
	/^(?:credentials|secrets?)$/,
	/^(?:service[-_]?account|client_secret).*\.json$/,
	/\.tfvars(?:\.json)?$/,
	/\.tfstate(?:\.backup)?$/,
	/^local\.settings\.json$/,
	/^\.yarnrc\.yml$/,
	/^kubeconfig$/,
];
/** Among the parts of a name, and how it then ends. */
const secretPart = /(?:^|[.-])(?:credentials|secrets?)[.-]/;
const endOfSettings = /\.(?:json|ya?ml|toml|ini|txt|properties)$/;
/** Folders in which every file is one. */
const secretFolders = /(?:^|\/)\.(?:ssh|aws|gnupg|azure|kube|docker)\//;
/** Examples are made to be shared. */
const examples = /\.(?:example|sample|template|dist)(?:\.(?:json|ya?ml|toml))?$/;
const publicKey = /\.pub$/;

const privateKey = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** Whether a file looks, by its name, as if it held secrets. */
export function hasSecretName(path: string): boolean {
	const lower = path.toLowerCase().replaceAll("\\", "/");
	const name = lower.split("/").at(-1) ?? lower;
	if (examples.test(name) || publicKey.test(name)) return false;
	if (secretPart.test(name) && endOfSettings.test(name)) return true;
	return secretFolders.test(lower) || secretNames.some((pattern) => pattern.test(name));
}

/** Whether a text holds a private key, whatever its file is called. */
export function holdsPrivateKey(text: string): boolean {
	return privateKey.test(text);
}
