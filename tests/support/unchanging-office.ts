import { jobsCollection } from "@jobs/queue";
import { ContactMessageModel } from "@models/contact-message";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PaymentCaseModel } from "@models/payment-case";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import { ReviewModel } from "@models/review";
import { SITE_STATE, SettingModel } from "@models/setting";
import { TaxFactsModel } from "@models/tax-facts";
import { VenueModel } from "@models/venue";
import { recordAct } from "~/admin/audit/record-act.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { createUser } from "./fixtures";
import { loggedIn } from "./members";
import { ago, day, idOf, now, storeUnchanging } from "./unchanging";

/** What the office has to do with of people, venues and reservations that never change: one of each kind, by its name. */

/** The ids of what has a page, by the names that addresses call them in tests. */
export const OFFICE_IDS = {
  admin: idOf(700),
  reader: idOf(701),
  master: idOf(702),
  banned: idOf(703),
  linked: idOf(704),
  message: idOf(710),
  rights: idOf(711),
  request: idOf(720),
  closed: idOf(721),
  unproved: idOf(722),
  review: idOf(730),
  published: idOf(731),
  reported: idOf(740),
  shamed: idOf(741),
  appealed: idOf(750),
  job: idOf(760),
  mail: idOf(761),
} as const;
const IDS = OFFICE_IDS;

async function storePeople() {
  const admin = await createUser({
    ...{ _id: IDS.admin, tag: "nadia-roux-7", name: "Nadia", lastname: "Roux", isAdmin: true },
    ...{ email: "nadia@exemple.fr", createdAt: ago(600), adminRole: "super-admin" },
  });
  await createUser({
    ...{ _id: IDS.reader, tag: "luc-petit-7", name: "Luc", lastname: "Petit", isAdmin: true },
    ...{ email: "luc@exemple.fr", createdAt: ago(550), adminRole: "lecture" },
  });
  await createUser({
    ...{ _id: IDS.master, tag: "region-7", name: "Marc", lastname: "Vidal" },
    ...{ email: "region@exemple.fr", createdAt: ago(8), masterStatus: "pending" },
    ...{ type: "Collectivité", entityName: "Région", natureOfCollectivity: "Région" },
  });
  await createUser({
    ...{ _id: IDS.banned, tag: "jean-noir-7", name: "Jean", lastname: "Noir" },
    ...{ email: "jean@exemple.fr", createdAt: ago(90) },
    ...{ bannedAt: ago(3), banReason: "Fausses annonces" },
  });
  await createUser({
    ...{ _id: IDS.linked, tag: "zoe-blanc-7", name: "Zoé", lastname: "Blanc" },
    ...{ email: "zoe@exemple.fr", createdAt: ago(80), link_id: IDS.master, linkedAt: ago(7) },
  });
  return admin;
}

async function storeMessages() {
  const from = { email: "hugo@exemple.fr", name: "Hugo", lastname: "Lambert" };
  await ContactMessageModel.create([
    {
      ...{
        ...from,
        _id: IDS.message,
        type: "Visites du lieu",
        phone: "06 12 34 56 78",
        status: true,
      },
      ...{ description: "Puis-je visiter\u00a0?\nMerci.", createdAt: ago(4) },
      answers: [{ by: IDS.admin, at: ago(3), text: "Oui, écrivez au propriétaire." }],
    },
    {
      ...{ ...from, _id: IDS.rights, type: "Support technique" },
      ...{ description: "Effacez mes données.", createdAt: ago(2) },
    },
  ]);
  const asked = { channel: "contact", email: from.email, name: "Hugo Lambert" } as const;
  await PrivacyRequestModel.create([
    {
      ...{ ...asked, _id: IDS.request, kind: "erasure", user: idOf(1), message: IDS.rights },
      ...{ receivedOn: day(-2), dueOn: day(28), details: "Tout effacer.", createdAt: ago(2) },
      identity: "account",
    },
    {
      ...{ _id: IDS.unproved, kind: "objection", channel: "letter", name: "Jean Noir" },
      ...{ receivedOn: day(-20), dueOn: day(10), email: "jean@exemple.fr", createdAt: ago(19) },
    },
    {
      ...{ ...asked, _id: IDS.closed, kind: "access", outcome: "refused", answer: "Déjà envoyé." },
      ...{ receivedOn: day(-50), dueOn: day(-20), extendedAt: ago(30), closedAt: ago(21) },
      ...{ createdAt: ago(50) },
    },
  ]);
}

async function storeWhatIsSaid({
  made,
  venue,
  halves,
}: Awaited<ReturnType<typeof storeUnchanging>>) {
  const of = (name: string) => ({
    ...{ reservation: made.get(name)!._id, author: idOf(1), authorName: "Les Amis" },
    stayDay: day(-5),
  });
  await ReviewModel.create([
    {
      ...{ ...of("just ended"), _id: IDS.review, venue: venue._id, rating: 2 },
      ...{ text: "Froid, et loin de tout.", createdAt: ago(1) },
    },
    {
      ...{ ...of("long ended"), _id: IDS.published, venue: halves._id, rating: 5 },
      ...{ text: "Parfait.", createdAt: ago(20), state: "published", publishedAt: ago(19) },
    },
  ]);
  await ReportModel.create([
    {
      ...{ _id: IDS.reported, kind: "venue", target: venue._id, reason: "introuvable" },
      ...{ text: "N’existe pas.", email: "voisin@exemple.fr", createdAt: ago(2) },
    },
    {
      ...{ _id: IDS.shamed, kind: "review", target: IDS.published, reason: "injurieux" },
      ...{ text: "Ce n’est pas vrai.", reporter: idOf(2), createdAt: ago(0.2) },
    },
  ]);
  await ModerationDecisionModel.create({
    ...{ _id: IDS.appealed, kind: "venue", target: halves._id, person: idOf(2) },
    ...{ measure: "suspendre", why: "Photos d’un autre lieu.", admin: IDS.reader, at: ago(6) },
    appeal: { text: "Ce sont bien les miennes.", at: ago(5) },
  });
}

async function storeWhatWaits({ made }: Awaited<ReturnType<typeof storeUnchanging>>) {
  const reservation = made.get("disputed")!._id;
  await PaymentCaseModel.create({
    ...{ _id: "refund_refused:pi_essai", kind: "refund_refused", reservation },
    ...{ paymentIntentId: "pi_essai", amount: 27_050, reason: "Le compte est fermé." },
    ...{ since: ago(6), seenAt: ago(1) },
  });
  await LedgerDifferenceModel.create({
    ...{ _id: "refunded:re_essai", type: "refunded", stripeId: "re_essai", stripeAmount: 1_250 },
    ...{ at: ago(4), since: ago(3) },
  });
  await MailModel.create({
    ...{ _id: IDS.mail, to: "hugo@exemple.fr", subject: "Votre réservation" },
    key: `reservation-confirmed:${reservation.toString()}:buyer`,
    ...{ about: reservation.toString(), text: "Bonjour", status: "failed", attempts: 8 },
    ...{ nextAttemptAt: ago(1), createdAt: ago(3), lastError: "550 inconnu" },
  });
  await jobsCollection().insertOne({
    ...{ _id: IDS.job, name: "reconcile-payments", failedAt: ago(0.5), failCount: 3 },
    ...{ failReason: "Stripe ne répond pas", lastRunAt: ago(0.5), nextRunAt: addMinutes(now, 9) },
  });
}

async function storeSite() {
  await SettingModel.create({
    ...{ _id: SITE_STATE, updatedAt: ago(1) },
    value: JSON.stringify({
      notices: [
        {
          ...{ id: "essai", kind: "attention", audience: "owners", link: "/contact" },
          ...{
            text: "Les virements ont un jour de retard.",
            from: ago(1),
            until: addMinutes(now, 600),
          },
        },
      ],
      maintenance: null,
    }),
  });
}

async function storeDeclared({ venue }: Awaited<ReturnType<typeof storeUnchanging>>) {
  await TaxFactsModel.create({
    ...{ _id: idOf(2), confirmedAt: ago(30), legalName: "Claire Besson", birthDate: "1980-02-03" },
    ...{ street: "1 rue Haute", postalCode: "69003", city: "Lyon", country: "France" },
    ...{ taxId: "0123456789012", taxCountry: "FR", vatNumber: "FR44732829320" },
  });
  await VenueModel.updateOne({ _id: venue._id }, { $set: { cadastralReference: "69383 AB 12" } });
}

async function storeActs() {
  const actor = { id: IDS.admin.toString(), requestId: "req-essai", ip: "203.0.113.7" };
  const told = [
    ["user.ban", IDS.banned, "actif", "banni", "Fausses annonces"],
    ["user.end-sessions", IDS.banned, undefined, undefined, undefined],
    ["case.take", "refund_refused:pi_essai", undefined, undefined, undefined],
  ] as const;
  for (const [act, target, before, after, why] of told) {
    const entry = { actor, act, target: target.toString(), before, after, why, at: ago(3) };
    await inTransaction((session) => recordAct(entry, session));
  }
}

/** Stores it all. @returns an administrator who may do anything, and one who may look alone */
export async function storeOffice() {
  const stored = await storeUnchanging();
  const admin = await storePeople();
  await storeMessages();
  await storeWhatIsSaid(stored);
  await storeWhatWaits(stored);
  await storeSite();
  await storeDeclared(stored);
  await storeActs();
  return { ...stored, admin: (await loggedIn(admin)).visitor };
}
