import { UserError } from "./log.mjs";

/** Keys of Stripe's by which real money moves. */
const LIVE = "_live_";

/**
 * What says that an environment is a production's, as `app/platform/env.server.ts` reads it; a secret without its value.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string | undefined}
 */
export function productionSign(env) {
  const mode = env.APP_MODE?.trim();
  if (mode === "production") return "APP_MODE=production";
  if (!mode && env.NODE_ENV === "production") return "NODE_ENV=production";
  const key = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"].find((name) =>
    env[name]?.includes(LIVE),
  );
  return key && `${key}=…${LIVE}…`;
}

/**
 * The demo has accounts whose passwords everybody knows, and writes them into the database that it is given.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @throws {UserError} where real people and real money are
 */
export function refuseProduction(env) {
  const sign = productionSign(env);
  if (!sign) return;
  throw new UserError(
    [
      `Cet environnement est celui d'une production (${sign}) : la démonstration n'y démarre pas.`,
      "    En production : npm run setup, puis npm run web (README.md). Pour la démonstration, retirez cette variable",
      "    de .env ou de l'environnement.",
      "    This environment is a production's: the demo does not start there.",
    ].join("\n"),
  );
}

/**
 * The environment of what an operator runs by hand. A database that was given is a production's unless something says
 * otherwise, as it is for `npm run web`: what a development makes up for what is missing would go to real people.
 * @param {Readonly<NodeJS.ProcessEnv>} env
 * @param {Pick<import("../database.mjs").Database, "uri" | "source">} database
 * @returns {NodeJS.ProcessEnv}
 */
export function operatorEnvironment(env, { uri, source }) {
  const isTold = env.APP_MODE?.trim() || env.NODE_ENV?.trim();
  const isProduction = source === "MONGODB_URI" && !isTold;
  return { ...env, MONGODB_URI: uri, ...(isProduction && { NODE_ENV: "production" }) };
}
