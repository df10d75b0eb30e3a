import { env } from "../env.server";
import { createBanClient } from "./ban-client.server";

const OFFICIAL_URL = "https://data.geopf.fr/geocodage/";

/** Tests ask no other machine: without a stand-in of their own there is no base. */
const baseUrl = env.BAN_URL ?? (env.APP_MODE === "test" ? null : OFFICIAL_URL);

/** The address base of this process. */
export const askBan = createBanClient({ baseUrl });
