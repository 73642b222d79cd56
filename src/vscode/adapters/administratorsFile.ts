import type { AddressedProfile } from "../../core/connections/setup/gatewayProfile";
import { profileBytes, readGatewaysFile, unreadableGatewaysFile } from "../../core/connections/setup/gatewaysFile";
import { readRegularFile } from "./readRegularFile";

/**
 * Returns the path of the file in which administrators list the gateways for a computer. On Windows, any user can
 * create its folder, unless an administrator has already created it with restricted rights: see
 * docs/administration.md#a-file-on-the-users-computers.
 */
export function administratorsFile(platform: NodeJS.Platform, programData: string | undefined): string {
	if (platform === "win32") return `${programData || "C:\\ProgramData"}\\Gatehouse\\gateways.json`;
	if (platform === "darwin") return "/Library/Application Support/Gatehouse/gateways.json";
	return "/etc/gatehouse/gateways.json";
}

/**
 * Reads the gateways of an administrator's file; none where there is no such file.
 *
 * @throws UserError with the reason when it is not accepted, or cannot be read.
 */
export async function readAdministratorsFile(path: string): Promise<readonly AddressedProfile[]> {
	let bytes: Uint8Array;
	try {
		bytes = await readRegularFile(path, profileBytes);
	} catch (error) {
		if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
		throw unreadableGatewaysFile(error);
	}
	return readGatewaysFile(new TextDecoder().decode(bytes));
}
