import { readFileSync } from "node:fs";
import { Types } from "mongoose";
import type { Page } from "playwright/test";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { WishModel } from "@models/wish";
import { answerToken, offerLink } from "~/bookings/mail/answer-link.server";
import { addMinutes } from "~/platform/days";
import { slotId } from "~/rules/calendar";
import { demoAccount, newAccount, newOwner, newVenue, unique } from "../support/browser-people";
import { takeSlots } from "../support/fixtures";
import {
  chooseDays,
  type Enter,
  expect,
  inDays,
  openPayment,
  paymentShown,
  payWith,
  reserve,
  reserveButton,
  test,
} from "../support/journey";
import {
  expectGoodPage,
  expectRoute,
  expectSkipLink,
  parameterPaths,
  staticPaths,
  type Door,
} from "../support/pages";
import { createReservation } from "../support/reservations";

/** Every page in its main states, held to what all pages have in common. */

// The longest file by far: whichever worker is free takes its next page.
test.describe.configure({ mode: "parallel" });

/** Who looks at the pages behind each door: someone for whom there is something to see. */
const VIEWERS: Record<Door, string | null> = {
  public: null,
  guest: null,
  member: "cliente@exemple.fr",
  admin: "admin@exemple.fr",
};

const nameOf = (path: string) => path.slice(1).replaceAll("/", "-") || "accueil";

/** Masters, administrators and whom the office made an account have these alone; see below, and admin.test.ts. */
const NOT_EVERYBODYS = [
  ...["/mes-parametres/mes-liens", "/seconde-etape", "/voir-comme"],
  "/conditions",
];

/** Pages that lead on by themselves. */
const LEADS_TO: Readonly<Record<string, string>> = {
  "/mes-parametres": "/mes-parametres/mon-compte",
};

// Were one of the groups called otherwise, its pages would be looked at by nobody.
test("the pages without a parameter stand behind all four doors @no-js", () => {
  expect(new Set(staticPaths.map(({ door }) => door))).toEqual(new Set(Object.keys(VIEWERS)));
  expect(staticPaths.length).toBeGreaterThan(40);
});

for (const { path, door } of staticPaths) {
  if (NOT_EVERYBODYS.includes(path)) continue;
  test(`${path}`, async ({ page, enter }) => {
    const viewer = VIEWERS[door];
    if (viewer) await enter(await demoAccount(viewer));
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    // Not the login's, or whichever page somebody else is led to.
    expect(new URL(page.url()).pathname).toBe(LEADS_TO[path] ?? path);
    await expectSkipLink(page);
    await expectGoodPage(page, nameOf(path));
  });
}

interface Stage {
  page: Page;
  enter: Enter;
  owner: User;
}

interface State {
  name: string;
  /** Of a page whose address has a parameter, where no other state shows it. */
  route?: string;
  title: string;
  /** Leads the page into the state. */
  show: (stage: Stage) => Promise<unknown>;
}

const goes = (path: string) => (stage: Stage) => stage.page.goto(path);
const as = (email: string, path: string) => async (stage: Stage) => {
  await stage.enter(await demoAccount(email));
  await stage.page.goto(path);
};

/** A reservation in a state that needs no payment at Stripe, with its buyer logged in. */
async function reserved(
  { enter, owner }: Stage,
  status: "pending" | "confirmed" | "ended" | "cancelled" | "hold",
  fields: Partial<Reservation> = {},
) {
  const buyer = await newAccount();
  const venue = await newVenue(owner, { needValidation: status === "pending" });
  const reference = `PDS-${unique().toUpperCase()}`;
  await enter(buyer);
  return await createReservation({
    venue,
    buyer,
    status,
    reference,
    requestKey: unique(),
    startDate: inDays(status === "ended" ? -9 : 100),
    endDate: inDays(status === "ended" ? -8 : 101),
    ...(status === "confirmed" && { paidAt: new Date() }),
    ...fields,
  });
}

/** Other dates that wait for the owner's yes. */
const waitingChange = (): Pick<Reservation, "change"> => ({
  change: {
    ...{ startDate: inDays(110), endDate: inDays(111), startSlot: "AM", endSlot: "PM" },
    ...{ at: new Date(), until: addMinutes(new Date(), 20 * 60) },
  },
});

/** The title of a reservation's own page. */
const OWN_PAGE = "Réservation PDS-[^|]+";

const STATES: State[] = [
  {
    name: "reservation-filtree",
    title: "Réservation",
    show: goes("/reservation?city=l&minPrice=50&equipment=Bar&type=Jardins&sort=price-asc"),
  },
  {
    name: "reservation-criteres",
    title: "Salles à Rennes",
    async show({ page }) {
      const days = { start: inDays(40), end: inDays(42), people: "20" };
      await page.goto(
        `/reservation?${new URLSearchParams({ city: "Rennes", ...days }).toString()}`,
      );
      await page.getByText("Filtrer").click();
      await expect(page.getByLabel("Ville")).toBeVisible();
    },
  },
  { name: "reservation-page-2", title: "Réservation, page 2", show: goes("/reservation?page=2") },
  {
    name: "reservation-vide",
    title: "Réservation",
    show: goes("/reservation?city=zzzz&start=2027-02-30"),
  },
  { name: "introuvable", title: "Page introuvable", show: goes("/nulle/part") },
  {
    name: "lieu",
    route: "/reservation/:id",
    title: "L’Orangerie des Tilleulsargent, Saint-Remy-en-Bouzemont-Saint-Genest-et-Isson",
    async show({ page }) {
      // Somebody else's: on the owner's own list its heading would be larger than its words have room.
      const venue = await newVenue(await newOwner(), {
        title: "L’Orangerie des Tilleulsargent",
        street: "1234 chemin de Sainte-Marie-aux-Mines-en-Forêt",
        city: "Saint-Remy-en-Bouzemont-Saint-Genest-et-Isson",
        equipement: ["Parking", "Vidéo-surveillance", "Espace de travail"],
        time: "Half",
        floorArea: 410,
        stepFreeAccess: "Rampe ou ascenseur",
        hours: "8 h à 13 h et 14 h à 19 h, fermé le dimanche",
        latestAccess: "18 h, remise des clés à l’accueil",
        houseRules: "Ni feu ni fumée, sol rendu balayé.\nMusique jusqu’à 19 h.",
        ...{ minimumNotice: 2, preparationBefore: 1, preparationAfter: 1, longestStay: 12 },
      });
      await takeSlots(venue, [inDays(3), "AM"], [inDays(3), "PM"], [inDays(9), "AM"]);
      const days = new URLSearchParams({ start: inDays(5), end: inDays(7) });
      await page.goto(`/reservation/${venue._id.toString()}?${days.toString()}`);
      await page.getByText("Dates déjà prises").click();
    },
  },
  {
    name: "lieu-photo",
    route: "/reservation/:id/photos/:place",
    title: "Salle [0-9a-f]{8} \\(Montréal-[0-9a-f]{8}\\), photo 2 sur 5",
    async show({ page, owner }) {
      const venue = await newVenue(owner);
      await page.goto(`/reservation/${venue._id.toString()}/photos/2`);
    },
  },
  {
    name: "lieu-carte",
    route: "/reservation/:id/carte",
    title: "Salle [0-9a-f]{8} \\(Montréal-[0-9a-f]{8}\\), carte",
    async show({ page, owner }) {
      const venue = await newVenue(owner);
      await page.goto(`/reservation/${venue._id.toString()}/carte`);
    },
  },
  {
    name: "lieu-refuse",
    title: "Salle [0-9a-f]{8}, Montréal-[0-9a-f]{8}",
    async show({ page, enter, owner }) {
      const venue = await newVenue(owner, { time: "Half" });
      await enter(await newAccount());
      await page.goto(`/reservation/${venue._id.toString()}`);
      await chooseDays(page, inDays(5), inDays(6));
      await takeSlots(venue, [inDays(5), "PM"]);
      await reserveButton(page).click();
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  {
    name: "lieu-ferme",
    title: "Salle [0-9a-f]{8}, Montréal-[0-9a-f]{8}",
    async show({ page, owner }) {
      const venue = await newVenue(owner, { status: "unavailable", searchable: false });
      await page.goto(`/reservation/${venue._id.toString()}`);
    },
  },
  {
    name: "contact-refuse",
    title: "Contact",
    async show({ page }) {
      await page.goto("/contact");
      await page.getByRole("button", { name: "Envoyer" }).click();
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  {
    name: "connexion-refusee",
    title: "Connexion",
    async show({ page }) {
      await page.goto("/connexion?vers=/mes-demandes");
      await page.getByLabel("Adresse e-mail").fill(`${unique()}@exemple.fr`);
      await page.getByLabel("Mot de passe").fill("un mot de passe");
      await page.getByRole("main").getByRole("button", { name: "Connexion" }).click();
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  {
    name: "inscription-refusee",
    title: "Inscription",
    async show({ page }) {
      await page.goto("/inscription");
      await page.getByRole("button", { name: "S’inscrire" }).click();
      await expect(page.getByRole("alert").first()).toBeVisible();
    },
  },
  {
    name: "nouveau-mot-de-passe-perime",
    route: "/reinitialisation-mot-de-passe/:token",
    title: "Nouveau mot de passe",
    show: goes("/reinitialisation-mot-de-passe/jeton"),
  },
  {
    name: "bandeau-cookies",
    title: "Accueil",
    async show({ page, enter }) {
      await enter(await newAccount({ cookiesSet: undefined }));
      await page.goto("/");
      await expect(page.getByRole("button", { name: "Tout accepter" })).toBeVisible();
    },
  },
  {
    name: "paiement",
    route: "/reservation/:id/paiement",
    title: "Vérifiez puis payez",
    async show({ page, enter, owner }) {
      await enter(await newAccount());
      await reserve(
        page,
        await newVenue(owner, { cancellationPolicy: "stricte" }),
        inDays(40),
        inDays(42),
      );
      await paymentShown(page);
    },
  },
  {
    name: "paiement-reussi",
    route: "/reservation/:id/success",
    title: "Paiement autorisé",
    async show({ page, enter, owner }) {
      await enter(await newAccount());
      await reserve(page, await newVenue(owner, { needValidation: true }), inDays(40), inDays(40));
      await openPayment(page);
      await payWith(page, "pays");
      await page.waitForURL(/\/success\?/);
    },
  },
  {
    name: "paiement-echoue",
    route: "/reservation/:id/error",
    title: "Échec du paiement\u00a0!",
    async show(stage) {
      const { _id, venueId } = await reserved(stage, "hold");
      const path = `/reservation/${venueId.toString()}/error?demande=${_id.toString()}`;
      await stage.page.goto(path);
    },
  },
  {
    name: "mes-demandes-vide",
    title: "Mes demandes",
    async show({ page, enter }) {
      await enter(await newAccount());
      await page.goto("/mes-demandes");
    },
  },
  {
    name: "mes-demandes-annuler",
    route: "/mes-demandes/:id/annuler",
    title: "Annuler une réservation",
    async show(stage) {
      const { _id } = await reserved(stage, "confirmed");
      await stage.page.goto(`/mes-demandes/${_id.toString()}/annuler`);
    },
  },
  {
    name: "reservation-confirmee",
    route: "/mes-demandes/:id",
    title: OWN_PAGE,
    async show(stage) {
      const { _id } = await reserved(stage, "confirmed");
      await stage.page.goto(`/mes-demandes/${_id.toString()}`);
    },
  },
  {
    name: "reservation-annulee",
    title: OWN_PAGE,
    async show(stage) {
      const { _id } = await reserved(stage, "cancelled");
      await stage.page.goto(`/mes-demandes/${_id.toString()}`);
    },
  },
  {
    name: "changer-les-dates",
    route: "/mes-demandes/:id/dates",
    title: "Changer les dates, .+",
    async show(stage) {
      const { _id } = await reserved(stage, "confirmed");
      const days = `start=${inDays(100)}&end=${inDays(100)}`;
      await stage.page.goto(`/mes-demandes/${_id.toString()}/dates?${days}`);
      await stage.page.getByRole("heading", { name: "Votre changement" }).waitFor();
    },
  },
  {
    name: "changement-renoncer",
    route: "/mes-demandes/:id/dates/renoncer",
    title: "Renoncer aux nouvelles dates",
    async show(stage) {
      const { _id } = await reserved(stage, "confirmed", waitingChange());
      await stage.page.goto(`/mes-demandes/${_id.toString()}/dates/renoncer`);
    },
  },
  {
    name: "reservation-changement-attendu",
    title: OWN_PAGE,
    async show(stage) {
      const { _id } = await reserved(stage, "confirmed", waitingChange());
      await stage.enter(stage.owner);
      await stage.page.goto(`/mes-locations/demandes/${_id.toString()}`);
      await stage.page.getByRole("link", { name: "Refuser les dates" }).waitFor();
    },
  },
  {
    name: "mes-locations-changement",
    title: "Mes locations",
    async show(stage) {
      await reserved(stage, "confirmed", waitingChange());
      await stage.enter(stage.owner);
      await stage.page.goto("/mes-locations");
      await stage.page.getByRole("heading", { name: "Changements de dates à valider" }).waitFor();
    },
  },
  {
    name: "mes-locations-sans-lieu",
    title: "Mes locations",
    async show({ page, enter }) {
      await enter(await newAccount());
      await page.goto("/mes-locations");
      const main = page.getByRole("main");
      await expect(main.getByRole("link", { name: "Référencer mon lieu" })).toHaveCount(1);
      await expect(main.getByLabel("Titre du lieu")).toHaveCount(0);
    },
  },
  {
    name: "changement-entre-temps",
    route: "/mes-locations/demandes/:id/dates/:answer",
    title: "Accepter ces dates\u00a0\\?",
    async show(stage) {
      const { page } = stage;
      const { _id } = await reserved(stage, "confirmed", waitingChange());
      await stage.enter(stage.owner);
      await page.goto(`/mes-locations/demandes/${_id.toString()}/dates/accepter`);
      const asked = new Date(Date.now() - 60_000);
      await ReservationModel.updateOne({ _id }, { $set: { "change.at": asked } });
      await page.getByRole("button", { name: "Accepter les dates" }).click();
      const told = page.getByRole("alert");
      await expect(told).toContainText("Cette réservation a changé entre-temps.");
      // It stands over the question that it is about.
      const [summary, question] = await Promise.all([
        told.boundingBox(),
        page.locator("[data-question]").boundingBox(),
      ]);
      expect([summary!.x, summary!.width]).toEqual([question!.x, question!.width]);
    },
  },
  {
    name: "changement-refuser-par-lien",
    route: "/changements/:token/:answer",
    title: "Refuser ces dates\u00a0\\?",
    async show(stage) {
      const { _id, change } = await reserved(stage, "confirmed", waitingChange());
      await stage.page.context().clearCookies();
      const token = answerToken(_id.toString(), change!.until, stage.owner.email, "change-link");
      await stage.page.goto(`/changements/${token}/refuser`);
    },
  },
  {
    name: "changement-repondu",
    title: "Aucun changement de dates n’attend votre réponse.",
    async show(stage) {
      const { _id } = await reserved(stage, "confirmed");
      await stage.enter(stage.owner);
      await stage.page.goto(`/mes-locations/demandes/${_id.toString()}/dates/accepter`);
    },
  },
  {
    name: "attente",
    route: "/reservation/:id/attente",
    title: "Liste d’attente, .+",
    async show({ page, enter, owner }) {
      const venue = await newVenue(owner, { time: "Half" });
      await takeSlots(venue, [inDays(9), "AM"]);
      await enter(await newAccount());
      const days = new URLSearchParams({ start: inDays(9), end: inDays(9) });
      await page.goto(`/reservation/${venue._id.toString()}?${days.toString()}`);
      await page.getByRole("link", { name: "Me prévenir si ces dates se libèrent" }).click();
      await page.getByLabel("Arrivée", { exact: true }).fill(inDays(11));
      await page.getByLabel("Départ", { exact: true }).fill(inDays(12));
      await page.getByRole("button", { name: "Me prévenir" }).click();
      await page.getByRole("alert").getByText("Ces dates sont libres").waitFor();
    },
  },
  {
    name: "attente-proposee",
    route: "/attente/:token",
    title: "Ces dates sont gardées pour vous",
    async show(stage) {
      const offer = new Types.ObjectId();
      const { _id, userId, venueId, ...hold } = await reserved(stage, "hold", { offer });
      const { startDate, endDate, startSlot, endSlot, period, createdAt } = hold;
      const stay = { startDate, endDate, startSlot, endSlot, period };
      const wish = await WishModel.create({
        ...{ _id: offer, user: userId, venue: venueId, reservation: _id, ...stay },
        ...{ state: "offered", lookAt: hold.holdUntil, createdAt },
      });
      await stage.page.goto(new URL(offerLink(wish)).pathname);
    },
  },
  {
    name: "recu-et-avoir",
    route: "/mes-demandes/:id/recu",
    title: "Reçu",
    async show({ page, enter }) {
      const buyer = await demoAccount("cliente@exemple.fr");
      const note = await ReceiptModel.findOne({ buyer: buyer._id, kind: "credit_note" }).lean();
      await enter(buyer);
      await page.goto(`/mes-demandes/${note!.reservation.toString()}/recu`);
      await expect(page.getByRole("heading", { name: `Avoir ${note!.number}` })).toBeVisible();
    },
  },
  {
    name: "recu-du-proprietaire",
    route: "/mes-locations/demandes/:id/recu",
    title: "Reçu",
    async show({ page, enter }) {
      const owner = await demoAccount("proprietaire@exemple.fr");
      const receipt = await ReceiptModel.findOne({ owner: owner._id, kind: "receipt" }).lean();
      await enter(owner);
      await page.goto(`/mes-locations/demandes/${receipt!.reservation.toString()}/recu`);
      await expect(page.getByRole("heading", { name: `Reçu ${receipt!.number}` })).toBeVisible();
    },
  },
  {
    name: "reservation-recue",
    route: "/mes-locations/demandes/:id",
    title: OWN_PAGE,
    async show(stage) {
      const { _id } = await reserved(stage, "pending");
      await stage.enter(stage.owner);
      await stage.page.goto(`/mes-locations/demandes/${_id.toString()}`);
    },
  },
  {
    name: "reservation-recue-annuler",
    route: "/mes-locations/demandes/:id/annuler",
    title: "Annuler une réservation",
    async show(stage) {
      const { _id } = await reserved(stage, "confirmed");
      await stage.enter(stage.owner);
      await stage.page.goto(`/mes-locations/demandes/${_id.toString()}/annuler`);
      await stage.page.getByRole("button", { name: "Annuler la réservation" }).waitFor();
    },
  },
  {
    name: "mes-demandes-supprimer",
    route: "/mes-demandes/:id/supprimer",
    title: "Supprimer une demande",
    async show(stage) {
      const { _id } = await reserved(stage, "ended");
      await stage.page.goto(`/mes-demandes/${_id.toString()}/supprimer`);
    },
  },
  {
    name: "mes-locations-remplie",
    title: "Mes locations",
    show: as("proprietaire@exemple.fr", "/mes-locations"),
  },
  {
    name: "demande-accepter",
    route: "/mes-locations/demandes/:id/:answer",
    title: "Accepter cette demande\u00a0\\?",
    async show(stage) {
      const { _id } = await reserved(stage, "pending");
      await stage.enter(stage.owner);
      await stage.page.goto(`/mes-locations/demandes/${_id.toString()}/accepter`);
    },
  },
  {
    name: "demande-refuser-par-lien",
    route: "/demandes/:token/:answer",
    title: "Refuser cette demande\u00a0\\?",
    async show(stage) {
      const { _id, answerBy } = await reserved(stage, "pending");
      await stage.page.context().clearCookies();
      const token = answerToken(_id.toString(), answerBy!, stage.owner.email);
      await stage.page.goto(`/demandes/${token}/refuser`);
    },
  },
  {
    name: "demande-repondue",
    title: "Cette demande n’attend pas de réponse.",
    async show(stage) {
      const { _id } = await reserved(stage, "cancelled");
      await stage.enter(stage.owner);
      await stage.page.goto(`/mes-locations/demandes/${_id.toString()}/refuser`);
    },
  },
  {
    name: "profil-nouveau",
    title: "Mon profil",
    async show({ page, enter }) {
      await enter(await newAccount());
      await page.goto("/profil");
    },
  },
  {
    name: "profil-proprietaire",
    title: "Mon profil",
    show: as("proprietaire@exemple.fr", "/profil"),
  },
  {
    name: "calendriers",
    route: "/profil/location/:id/calendriers",
    title: "Calendriers, .+",
    async show({ page, enter, owner }) {
      const calendarFeed = { salt: unique(), createdAt: new Date() };
      const { _id: venue } = await newVenue(owner, { calendarFeed });
      const common = { owner: owner._id, createdAt: new Date() };
      await CalendarImportModel.create([
        {
          ...{ venue, ...common, name: "Agenda-de-l’association-des-amis-du-château" },
          url: "https://agenda.association-des-amis-du-chateau-de-montmirail.example/prive.ics",
          ...{ syncedAt: new Date(), unread: 1, free: 2 },
          unknownZones: ["Customized Time Zone 1/Mitteleuropaeische-Sommerzeit"],
        },
        { venue, ...common, name: "Traiteur", url: "https://b.example/", problem: "too_slow" },
      ]);
      await enter(owner);
      await page.goto(`/profil/location/${venue.toString()}/calendriers`);
    },
  },
  {
    name: "calendrier-retirer",
    route: "/profil/location/:id/calendriers/:act",
    title: "Calendriers, .+",
    async show({ page, enter, owner }) {
      const { _id: venue } = await newVenue(owner);
      const { _id: calendar } = await CalendarImportModel.create({
        ...{ venue, owner: owner._id, createdAt: new Date() },
        ...{ name: "Agenda-de-l’association-des-amis-du-château", url: "https://a.example/" },
      });
      const half = { day: inDays(9), slot: "AM" } as const;
      await BookedSlotModel.create({
        ...{ _id: slotId(venue.toString(), half), venue, ...half, block: calendar.toString() },
      });
      await enter(owner);
      const path = `/profil/location/${venue.toString()}/calendriers`;
      await page.goto(`${path}/retirer?calendrier=${calendar.toString()}`);
    },
  },
  {
    name: "conditions",
    title: "Nos conditions",
    show: async ({ page, enter }) => {
      await enter(await newAccount({ termsAcceptedAt: undefined }));
      await page.goto("/mes-demandes");
      await expect(page).toHaveURL("/conditions?vers=%2Fmes-demandes");
    },
  },
  {
    name: "seconde-etape-activation",
    title: "Seconde étape",
    show: async ({ page, enter }) => {
      await enter(await newAccount({ isAdmin: true }), {});
      await page.goto("/admin");
      await expect(page.getByRole("img", { name: "Code QR de votre clé" })).toBeVisible();
    },
  },
  {
    name: "seconde-etape-code",
    title: "Seconde étape",
    show: async ({ page, enter }) => {
      await enter(await demoAccount("admin@exemple.fr"), {});
      await page.goto("/admin/user");
      await page.getByText("Je n’ai plus mon téléphone").click();
      await expect(page.getByLabel("Code de secours")).toBeVisible();
    },
  },
  { name: "profil-admin", title: "Mon profil", show: as("admin@exemple.fr", "/profil") },
  {
    name: "profil-identite",
    title: "Mon profil",
    show: as("proprietaire@exemple.fr", "/profil?modifier=identite"),
  },
  {
    name: "profil-coordonnees",
    title: "Mon profil",
    show: as("cliente@exemple.fr", "/profil?modifier=coordonnees"),
  },
  {
    name: "mes-liens",
    title: "Gérer les comptes liés",
    show: as("master@exemple.fr", "/mes-parametres/mes-liens"),
  },
  {
    name: "message",
    route: "/__outbox/:id",
    title: "Message",
    async show({ page }) {
      await page.goto("/__outbox");
      await page.getByRole("main").getByRole("link").first().click();
    },
  },
];

/** Pages with a parameter that other files look at, on their way, and the name that each has there. */
const WALKED_ELSEWHERE: Readonly<Record<string, readonly [file: string, name: string]>> = {
  "/mes-demandes/:id/avis": ["reviews", "avis-formulaire"],
  "/mes-parametres/revenus/:annee": ["admin-pages", "releve"],
  "/profil/location/:id": ["owner", "lieu-du-proprietaire"],
  "/profil/location/:id/supprimer": ["owner", "supprimer-confirmer"],
  "/recours/:token": ["admin", "recours-envoye"],
  "/reservation/:id/avis": ["reviews", "lieu-avis-tous"],
  "/signaler/:id": ["admin", "signaler-refuse"],
};

test("every page with a parameter has a state; the back-office's are in admin-pages.test.ts @no-js", () => {
  const walked = STATES.flatMap(({ route }) => route ?? []);
  const pages = parameterPaths.filter((path) => !path.startsWith("/admin/"));
  expect([...walked, ...Object.keys(WALKED_ELSEWHERE)].sort()).toEqual(pages.sort());
  for (const [file, name] of Object.values(WALKED_ELSEWHERE)) {
    const source = readFileSync(new URL(`${file}.test.ts`, import.meta.url), "utf8");
    expect(source, file).toContain(`"${name}"`);
    expect(source, file).toContain("expectGoodPage(");
  }
});

for (const { name, route, title, show } of STATES) {
  test(`state: ${name}`, async ({ page, enter, owner }) => {
    await show({ page, enter, owner });
    await expect(page).toHaveTitle(
      new RegExp(`^(?:Erreur\\u00a0: )?Place des Salles \\| ${title}$`),
    );
    if (route) expectRoute(page, route);
    await expectGoodPage(page, name);
  });
}

for (const name of ["contact-refuse", "connexion-refusee", "inscription-refusee"]) {
  test(`a refused form says so first: ${name}`, async ({ page, enter, owner }) => {
    await STATES.find((state) => state.name === name)?.show({ page, enter, owner });
    await expect(page).toHaveTitle(/^Erreur\u00a0: Place des Salles \| /);
    const summary = page.getByRole("main").getByRole("alert").first();
    await expect(summary).toBeFocused();
    const [link] = await summary.getByRole("link").all();
    // Which of the two is wrong a refused login does not say.
    expect(link !== undefined).toBe(name !== "connexion-refusee");
    if (!link) return;
    const words = await link.innerText();
    await link.click();
    const field = page.locator(":focus");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(new RegExp(words.slice(0, 20)));
  });
}
