import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@remix-run/route-config";

/**
 * Every URL of the product. The group a page stands in is its guard (app/platform/guards.server.ts),
 * applied before any loader or action; the /api paths say their own access (apiAction).
 */
const guest = (children: RouteConfigEntry[]) => layout("routes/groups/guest.tsx", children);
const member = (children: RouteConfigEntry[]) => layout("routes/groups/member.tsx", children);
const admin = (children: RouteConfigEntry[]) => layout("routes/groups/admin.tsx", children);

/** A list of the back-office, and the same as a file. */
const adminList = (name: string) => [
  route(`admin/${name}`, `routes/admin/${name}/index.tsx`),
  route(`admin/${name}.csv`, `routes/admin/${name}/csv.ts`),
];

/** `routes/api/…` mirrors /api; `:id` in a URL is `$id` in its file. */
const api = (path: string) => route(`api/${path}`, `routes/api/${path.replaceAll(":", "$")}.ts`);

const pages: RouteConfigEntry[] = [
  // Everyone
  index("routes/home.tsx"),
  route("reservation", "routes/reservation/index.tsx"),
  route("reservation/:id", "routes/reservation/$id/index.tsx"),
  route("reservation/:id/success", "routes/reservation/$id/success.tsx"),
  route("reservation/:id/error", "routes/reservation/$id/error.tsx"),
  route("demandes/:token/:answer", "routes/demandes/$token/$answer.tsx"),
  route("contact", "routes/contact.tsx"),
  route("qui-sommes-nous", "routes/qui-sommes-nous.tsx"),
  route("mentions-legales", "routes/mentions-legales.tsx"),
  route("CGU", "routes/CGU.tsx"),
  route("CGV", "routes/CGV.tsx"),
  route("politique", "routes/politique.tsx"),
  route("accessibilite", "routes/accessibilite.tsx"),
  route("deconnexion", "routes/deconnexion.ts"),
  route("cookies", "routes/cookies.ts"),
  route("verification-email", "routes/verification-email.tsx"),
  route("images/:id/:file", "routes/images.ts"),
  route("robots.txt", "routes/robots.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("testpage", "routes/testpage/index.tsx"),
  route("__outbox", "routes/outbox/index.tsx"),
  route("__outbox/:id", "routes/outbox/mail.tsx"),

  // Not logged in, or not verified yet
  guest([
    route("connexion", "routes/connexion.tsx"),
    route("inscription", "routes/inscription.tsx"),
    route("inscription-c", "routes/inscription-c.tsx"),
    route("inscription-master", "routes/inscription-master.tsx"),
    route("inscription-c-master", "routes/inscription-c-master.tsx"),
    route("reinitialiser-mot-de-passe", "routes/reinitialiser-mot-de-passe.tsx"),
    route(
      "reinitialisation-mot-de-passe/:token",
      "routes/reinitialisation-mot-de-passe/$token.tsx",
    ),
  ]),

  // Logged in and verified
  member([
    route("profil", "routes/profil/index.tsx"),
    route("profil/location/:id", "routes/profil/location/$id/index.tsx"),
    route("profil/location/:id/supprimer", "routes/profil/location/$id/supprimer.tsx"),
    route("ajouter-location", "routes/ajouter-location.tsx"),
    route("create-stripe-account", "routes/create-stripe-account.tsx"),
    route("mes-paiments", "routes/mes-paiments.tsx"),
    route("mes-parametres", "routes/mes-parametres/layout.tsx", [
      index("routes/mes-parametres/index.ts"),
      route("mon-compte", "routes/mes-parametres/mon-compte.tsx"),
      route("mot-de-passe", "routes/mes-parametres/mot-de-passe.tsx"),
      route("sessions", "routes/mes-parametres/sessions.tsx"),
      route("cookies", "routes/mes-parametres/cookies.tsx"),
      route("liason-compte", "routes/mes-parametres/liason-compte.tsx"),
      route("mes-liens", "routes/mes-parametres/mes-liens.tsx"),
      route("desactiver", "routes/mes-parametres/desactiver.tsx"),
      route("mes-donnees", "routes/mes-parametres/mes-donnees.ts"),
    ]),
    route("reservation/:id/paiement", "routes/reservation/$id/paiement.tsx"),
    route("mes-demandes", "routes/mes-demandes/index.tsx"),
    route("mes-demandes/:id", "routes/mes-demandes/$id/index.tsx"),
    route("mes-demandes/:id/agenda.ics", "routes/mes-demandes/$id/agenda.ts"),
    route("mes-demandes/:id/annuler", "routes/mes-demandes/$id/annuler.tsx"),
    route("mes-demandes/:id/supprimer", "routes/mes-demandes/$id/supprimer.tsx"),
    route("mes-locations", "routes/mes-locations/index.tsx"),
    route("mes-locations/demandes/:id", "routes/mes-locations/demandes/$id/index.tsx"),
    route("mes-locations/demandes/:id/agenda.ics", "routes/mes-locations/demandes/$id/agenda.ts"),
    route("mes-locations/demandes/:id/annuler", "routes/mes-locations/demandes/$id/annuler.tsx"),
    route("mes-locations/demandes/:id/:answer", "routes/mes-locations/demandes/$id/$answer.tsx"),
  ]),

  // Administrators
  admin([
    route("admin", "routes/admin/index.tsx"),
    route("admin/a-traiter", "routes/admin/a-traiter.tsx"),
    route("admin/recherche", "routes/admin/recherche.tsx"),
    ...adminList("user"),
    route("admin/user/:id", "routes/admin/user/$id/index.tsx"),
    route("admin/user/:id/bannir", "routes/admin/user/$id/bannir.tsx"),
    route("admin/user/:id/annuler", "routes/admin/user/$id/annuler.tsx"),
    route("admin/user/:id/retablir", "routes/admin/user/$id/retablir.tsx"),
    route("admin/user/:id/supprimer", "routes/admin/user/$id/supprimer.tsx"),
    ...adminList("master"),
    route("admin/master/:id", "routes/admin/master/$id/index.tsx"),
    route("admin/master/:id/refuser", "routes/admin/master/$id/refuser.tsx"),
    ...adminList("sub-master"),
    ...adminList("contact"),
    route("admin/contact/:id", "routes/admin/contact/$id/index.tsx"),
    route("admin/contact/:id/supprimer", "routes/admin/contact/$id/supprimer.tsx"),
    ...adminList("location"),
    route("admin/location/:id", "routes/admin/location/$id.tsx"),
    ...adminList("reservation"),
    ...adminList("journal"),
    route("admin/create-account", "routes/admin/create-account/index.tsx"),
    route("admin/create-account/user", "routes/admin/create-account/user.tsx"),
    route("admin/create-account/user-c", "routes/admin/create-account/user-c.tsx"),
    route("admin/create-account/master", "routes/admin/create-account/master.tsx"),
    route("admin/create-account/master-c", "routes/admin/create-account/master-c.tsx"),
    route("admin/create-account/admin", "routes/admin/create-account/admin.tsx"),
    ...["user-c", "master", "master-c"].map((path) =>
      route(path, "routes/admin/create-account/bare-path.ts", { id: `bare-${path}` }),
    ),
  ]),

  route("*", "routes/not-found.tsx"),
];

export default [
  layout("routes/page.tsx", pages),

  // Programs
  api("auth/login"),
  api("auth/logout"),
  api("auth/check-auth"),
  api("auth/check-auth-adm"),
  api("auth/signup"),
  api("auth/signup-master"),
  api("auth/new-code"),
  api("auth/verify-email"),
  api("auth/forgot-password"),
  api("auth/reset-password/:token"),
  api("auth/setting-cookies/:id"),
  api("auth/:id"),
  api("address/search"),
  api("admin/create-user"),
  api("admin/create-master"),
  api("admin/create-admin"),
  api("admin/daily-summary"),
  api("admin/get-users"),
  api("admin/get-masters"),
  api("admin/get-sub-masters"),
  api("admin/get-contacts"),
  api("admin/get-locations"),
  api("admin/get-user/:id"),
  api("admin/get-masters/:id"),
  api("admin/get-contact/:id"),
  api("admin/get-location/:id"),
  api("admin/validate/:id"),
  api("admin/refuse/:id"),
  api("admin/ban-user/:id"),
  api("admin/unban-user/:id"),
  api("admin/delete-user/:id"),
  api("admin/status-update/:id"),
  api("admin/answer-contact/:id"),
  api("admin/delete-contact/:id"),
  api("gallery/get-gallery"),
  api("location/get-all"),
  api("location/get-filtred-locations"),
  api("location/cancel-reservation"),
  api("location/create"),
  api("location/edit-my-location/:id"),
  api("location/delete-my-location/:id"),
  api("location/my-location/:id"),
  api("location/get-my-locations"),
  api("location/get-my-requests"),
  api("location/:id"),
  api("send/edit-address"),
  api("send/edit-profil"),
  api("send/send-contact"),
  api("stripe/charge"),
  api("stripe/refund"),
  api("stripe/create-connect-account"),
  api("stripe/save-stripe-account"),
  api("stripe/generate-account-link"),
  api("stripe/webhook"),
  api("stripe/webhook-connect"),
  route("api/*", "routes/api/unknown.ts"),
] satisfies RouteConfig;
