/** What every account of the demo opens with. */
export const DEMO_PASSWORD = "demonstration";

/** What an authenticator app would know of each of the demo's administrators. */
export const DEMO_SECOND_FACTOR = "DEMONSTRATIONPLACEDESSALLESABCDE";

/** The accounts worth trying, and what for. */
export const DEMO_ACCOUNTS = [
  { email: "admin@exemple.fr", purpose: "administration\u00a0: super-admin" },
  { email: "support@exemple.fr", purpose: "administration\u00a0: support" },
  { email: "finance@exemple.fr", purpose: "administration\u00a0: finance" },
  { email: "lecture@exemple.fr", purpose: "administration\u00a0: lecture seule" },
  {
    email: "proprietaire@exemple.fr",
    purpose: "propriétaire de plusieurs lieux, demandes à valider",
  },
  { email: "mairie@exemple.fr", purpose: "propriétaire public (commune)" },
  { email: "cliente@exemple.fr", purpose: "cliente avec des réservations dans chaque état" },
  { email: "master@exemple.fr", purpose: "compte Master, trois comptes liés" },
  { email: "nouveau@exemple.fr", purpose: "compte vérifié, sans lieu ni réservation" },
] as const;

/** The accounts as lines of text for a terminal. */
export function describeAccounts(): string {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length));
  const lines = DEMO_ACCOUNTS.map(({ email, purpose }) => `  ${email.padEnd(width)}  ${purpose}`);
  return [
    `Comptes de démonstration (mot de passe\u00a0: ${DEMO_PASSWORD})`,
    ...lines,
    "L’administration demande aussi un code\u00a0: npm run admin:code le donne,",
    `comme une application qui connaît la clé ${DEMO_SECOND_FACTOR}`,
  ].join("\n");
}
