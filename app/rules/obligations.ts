/** Where the administration says what becomes of such income: platforms have to lead there (CGI, article 242 bis). Pure. */
export const OBLIGATION_SITES = [
  { name: "impots.gouv.fr", url: "https://www.impots.gouv.fr/" },
  { name: "urssaf.fr", url: "https://www.urssaf.fr/" },
] as const;

/** The same in a mail. */
export const OBLIGATIONS_TEXT = [
  "Ces revenus peuvent être imposables et donner lieu à des cotisations sociales. L’administration dit lesquels, et comment les déclarer\u00a0:",
  ...OBLIGATION_SITES.map(({ url }) => url),
].join("\n");
