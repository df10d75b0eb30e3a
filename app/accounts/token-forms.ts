/** The forms of the personal API tokens, with their French messages. */
import { TOKEN_SCOPES } from "@models/enumerations";
import { choice, line, objectId } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { knownPassword } from "./password-rules";
import { CURRENT_MISSING } from "./settings-forms";

/** How long a token may live, in days; `none`: until it is revoked. */
const TOKEN_LIVES = ["30", "90", "365", "none"] as const;
export type TokenLife = (typeof TOKEN_LIVES)[number];

const NAME_LENGTH = 60;

export const newTokenInput = input({
  name: line({ missing: "Donnez un nom au jeton.", most: NAME_LENGTH }),
  scope: choice(TOKEN_SCOPES, "Choisissez ce que le jeton permet."),
  life: choice(TOKEN_LIVES, "Choisissez combien de temps le jeton est valable."),
  currentPassword: knownPassword(CURRENT_MISSING, CURRENT_MISSING),
});

/** The token that a button stands beside. */
export const tokenInput = input({ id: objectId });
