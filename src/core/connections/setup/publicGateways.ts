import type { AddressedProfile } from "./gatewayProfile";

/** Public and academic gateways whose documentation gives their address, with the page that explains how to get a key. */
export const publicGateways: readonly (AddressedProfile & { readonly name: string; readonly keysPage: string })[] = [
	{
		// https://docs.hpc.gwdg.de/services/saia/index.html
		name: "GWDG SAIA (Academic Cloud)",
		address: "https://chat-ai.academiccloud.de/v1",
		keysPage: "https://docs.hpc.gwdg.de/services/saia/index.html",
	},
	{
		// https://sdlaml.pages.jsc.fz-juelich.de/ai/guides/blablador_api_access/
		name: "Helmholtz Blablador",
		address: "https://api.helmholtz-blablador.fz-juelich.de/v1",
		keysPage: "https://sdlaml.pages.jsc.fz-juelich.de/ai/guides/blablador_api_access/",
	},
	{
		// https://www.skills.sh/etalab-ia/skills/albert-api
		name: "Albert API (DINUM)",
		address: "https://albert.api.etalab.gouv.fr/v1",
		keysPage: "https://doc.incubateur.net/alliance/albert-api",
	},
	{
		// https://github.com/EsupPortail/esup-myia-mistral-amue/blob/main/README-linux.md
		name: "ILaaS",
		address: "https://llm.ilaas.fr/v1",
		keysPage: "https://www.ilaas.fr/services-inference/",
	},
];
