import assert from "node:assert/strict";
import { secretIn } from "../../../../../src/core/context/secrets/secretTexts";

/** Different characters and digits, combined here so that secret scanners do not report this file. */
const random = "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ0123456789abcdefghijklmnop";
const tokens: Readonly<Record<string, string>> = {
	AWS: `AK${"IA"}QYLPMN5HHHFPZAM2`,
	"AWS, for a while": `AS${"IA"}QYLPMN5HHHFPZAM2`,
	GitHub: `gh${"p_"}${random.slice(0, 36)}`,
	...Object.fromEntries([..."orsu"].map((kind) => [`GitHub ${kind}`, `gh${kind}_${random.slice(0, 36)}`])),
	...Object.fromEntries(
		[..."aeprs"].map((kind) => [`Slack ${kind}`, `xox${kind}-123456789012-${random.slice(0, 24)}`]),
	),
	"Stripe, restricted": `rk_${"live_"}${random.slice(0, 24)}`,
	"GitHub, fine-grained": `github${"_pat_"}${random.slice(0, 22)}_${random.slice(0, 59)}`,
	GitLab: `gl${"pat-"}${random.slice(0, 20)}`,
	Slack: `xo${"xb-"}123456789012-1234567890123-${random.slice(0, 24)}`,
	OpenAI: `s${"k-"}${random.slice(0, 48)}`,
	"OpenAI, of a project": `s${"k-proj-"}${random.slice(0, 48)}`,
	"OpenAI, few digits": `s${"k-"}Ab3dEfGhIjKlMnOpQrStUv`,
	DeepSeek: `s${"k-"}0a1b2c3d4e5f60718293a4b5c6d7e8f9`,
	OpenRouter: `s${"k-or-v1-"}${"0a1b2c3d4e5f60718293a4b5c6d7e8f9".repeat(2)}`,
	Anthropic: `s${"k-ant-api03-"}${random}`,
	Stripe: `sk_${"live_"}${random.slice(0, 24)}`,
	Google: `AI${"za"}${random.slice(0, 35)}`,
	npm: `np${"m_"}${random.slice(0, 36)}`,
	PyPI: `pyp${"i-AgE"}${random}`,
	"Hugging Face": `h${"f_"}${random.slice(0, 34)}`,
};

const harmless = [
	"const akia = 1; AKIA; AKIA1234",
	`AK${"IA"}IOSFODNN7EXAMPLE`,
	`AK${"IA"}XXXXXXXXXXXXXXXX`,
	`xAK${"IA"}QYLPMN5HHHFPZAM2`,
	`AK${"IA"}QYLPMN5HHHFPZAM2X`,
	"ASIAPACIFICNORTHEAST",
	"ASIAPacificSoutheast",
	"ASIAPacificSoutheas2",
	`AK${"IA"}QYLPMN5HHHFPZAm2`,
	`AK${"IA"}QYLPMN5HHHFPZAM2_X`,
	"sk-2023-report-final-version-12",
	"sk-report_2023_of_the_year-and-more",
	"sk-ant-your-api-key-goes-here",
	`ghp_${"x".repeat(36)}`,
	"ghp_your_token_here",
	`.s${"k-"}fading-circle-container-with-long-name { }`,
	`task-${random}`,
	"sk-your-api-key-goes-here",
	"sk-circle1-sk-child-animation-delay",
	"npm_config_registry npm_package_version npm_lifecycle_event",
	"AIza",
	"hf_hub_download",
	"xoxb-your-token",
	"-----BEGIN PUBLIC KEY-----",
	"-----BEGIN CERTIFICATE-----",
	"BEGIN PRIVATE KEY",
	"",
];

describe("secret files: contents", () => {
	for (const [maker, token] of Object.entries(tokens)) {
		it(`a token of ${maker} is found anywhere in a text`, () => {
			for (const text of [token, `KEY=${token}\n`, `{"key":"${token}"}`, `${"text ".repeat(1000)}(${token})`])
				assert.equal(secretIn(text), "token", text.slice(-100));
		});
	}

	for (const text of harmless)
		it(`${text.slice(0, 40) || "nothing"} is not a secret`, () => assert.equal(secretIn(text), undefined));

	it("a private key of any kind is found", () => {
		for (const kind of ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])
			assert.equal(secretIn(`notes\n-----BEGIN ${kind}PRIVATE KEY-----\nMII`), "privateKey", kind);
		assert.equal(secretIn("-----BEGIN PGP PRIVATE KEY BLOCK-----"), "privateKey");
	});

	it("a token is found even after a long text of similar characters", () => {
		const size = 1024 * 1024;
		for (const piece of ["AKIA", "sk-", "sk-a", "ghp_", "ghp_a", "-----BEGIN ", "-", "xoxb-", " sk-1a", "AIza"]) {
			const text = piece.repeat(size / piece.length);
			assert.equal(secretIn(text), undefined, piece);
			assert.equal(secretIn(`${text} ${tokens.GitHub}`), "token", piece);
		}
	});
});
