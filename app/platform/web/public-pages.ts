/**
 * The pages without a parameter that anybody may see and that change nothing: search engines are told of them
 * (routes/sitemap.ts), and a browser may fetch one before its link is followed (routes/speculation-rules.ts).
 */
export const PUBLIC_PAGES = [
  ...["/", "/reservation", "/contact", "/qui-sommes-nous", "/mentions-legales"],
  ...["/CGU", "/CGV", "/politique", "/accessibilite"],
];
