import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { ContactMessageModel } from "@models/contact-message";
import { GalleryTileModel } from "@models/gallery-tile";
import { CONTACT_TYPES } from "@models/enumerations";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { dayLimits } from "~/rules/calendar";
import { contactInput } from "~/contact/forms";
import { homePage } from "~/gallery/home-page.server";
import { addDays } from "~/platform/days";
import { refusalMessage } from "~/platform/refusal";
import { RequestSession } from "~/platform/session.server";
import { loader as apiGallery } from "~/routes/api/gallery/get-gallery";
import { loader as apiFiltered } from "~/routes/api/location/get-filtred-locations";
import { action as apiContact, loader as apiContactByGet } from "~/routes/api/send/send-contact";
import { action as acceptTerms } from "~/routes/conditions";
import { action as sendContact, loader as contactPage } from "~/routes/contact";
import { action as chooseCookies } from "~/routes/cookies";
import { loader as myRequests } from "~/routes/mes-demandes/index";
import routeConfig from "~/routes";
import { loader as listing } from "~/routes/reservation/index";
import { action as reserve, loader as venueBooking } from "~/routes/reservation/$id/index";
import { loader as payment } from "~/routes/reservation/$id/paiement";
import { loader as paymentFailed } from "~/routes/reservation/$id/error";
import { loader as sitemap } from "~/routes/sitemap";
import { emptyDatabase, everythingStored, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { loggedIn, newMember, type Member } from "../support/members";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { leavesOf } from "../support/route-leaves";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const modules = import.meta.glob<{ action?: unknown; default?: unknown }>(
  "../../app/routes/**/*.{ts,tsx}",
);

const { earliest } = dayLimits(new Date());
const [d1, d2] = [addDays(earliest, 9), addDays(earliest, 10)];

/** The surroundings of a request, as someone who is logged in (or, without an id, is not). */
async function args(
  path: string,
  options: {
    as?: Types.ObjectId;
    form?: Record<string, string>;
    params?: Record<string, string>;
    ip?: string;
    accept?: string;
  } = {},
) {
  const { as, form, params = {}, ip = "203.0.113.7", accept = "text/html" } = options;
  let cookie = null as string | null;
  if (as) {
    const session = new RequestSession(null, null, (value) => (cookie = value.split(";")[0]!));
    await session.start(as);
  }
  const request = new Request(`http://localhost${path}`, {
    headers: { accept },
    ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
  });
  const session = new RequestSession(cookie, null, () => undefined);
  return { request, params, context: { requestId: "test", ip, session } };
}

const location = (response: Response) => response.headers.get("location");

describe("reserving from a venue's page", () => {
  const form = { start: d1, end: d2, requestKey: "k1" };

  it("asks to log in first, and keeps the days", async () => {
    const venue = await createVenue(await createOwner());
    const id = venue._id.toString();
    const response = await reserve(await args(`/reservation/${id}`, { form, params: { id } }));
    expect(response.status).toBe(303);
    const back = `/reservation/${id}?start=${d1}&end=${d2}#reserver`;
    expect(location(response)).toBe(`/connexion?vers=${encodeURIComponent(back)}`);
    expect(await ReservationModel.countDocuments()).toBe(0);
  });

  it("asks to verify the e-mail", async () => {
    const venue = await createVenue(await createOwner());
    const as = (await createUser({ isVerified: false }))._id;
    const params = { id: venue._id.toString() };
    const response = await reserve(await args("/reservation/x", { as, form, params }));
    expect(location(response)).toBe("/verification-email");
  });

  it("asks who has never accepted the conditions for that first, and goes on from there", async () => {
    const venue = await createVenue(await createOwner());
    const { visitor } = await newMember({ termsAcceptedAt: undefined });
    const params = { id: venue._id.toString() };
    const path = `/reservation/${params.id}`;
    const asked = await visitor.visit(reserve, path, { form, params });
    const back = `${path}?start=${d1}&end=${d2}#reserver`;
    expect(location(asked)).toBe(`/conditions?vers=${encodeURIComponent(back)}`);
    expect(await ReservationModel.countDocuments()).toBe(0);
    const accepted = await visitor.visit(acceptTerms, location(asked)!, { form: { CGU: "on" } });
    expect(location(accepted)).toMatch(
      /^\/reservation\/[0-9a-f]{24}\/paiement\?demande=[0-9a-f]{24}$/,
    );
  });

  it("takes the days once for two presses, and shows the recap", async () => {
    const venue = await createVenue(await createOwner());
    const as = (await createUser())._id;
    const params = { id: venue._id.toString() };
    const press = async () => await reserve(await args("/reservation/x", { as, form, params }));
    const first = await press();
    expect(location(first)).toMatch(
      /^\/reservation\/[0-9a-f]{24}\/paiement\?demande=[0-9a-f]{24}$/,
    );
    expect(location(await press())).toBe(location(first));
    expect(await BookedSlotModel.countDocuments()).toBe(4);

    const recap = await payment(await args(location(first)!, { as, params }));
    expect(recap.recap).toMatchObject({ total: 108_000, state: "hold", venueTitle: venue.title });
    expect(recap.hold.minutesLeft).toBeGreaterThan(28);
  });

  it("refuses taken days with the product's sentence, and keeps what was chosen", async () => {
    const venue = await createVenue(await createOwner());
    const params = { id: venue._id.toString() };
    const [first, second] = [(await createUser())._id, (await createUser())._id];
    await reserve(await args("/reservation/x", { as: first, form, params }));
    const response = await reserve(await args("/reservation/x", { as: second, form, params }));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      fieldErrors: {
        start:
          "Une réservation existe déjà entre vos dates sélectionnées. Veuillez choisir des dates disponibles.",
      },
      repopulateFields: { start: d1, end: d2 },
    });
    expect(await ReservationModel.countDocuments()).toBe(1);
  });

  it("refuses missing days", async () => {
    const venue = await createVenue(await createOwner());
    const as = (await createUser())._id;
    const params = { id: venue._id.toString() };
    const empty = { start: "", end: "", requestKey: "k1" };
    const response = await reserve(await args("/reservation/x", { as, form: empty, params }));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      fieldErrors: { start: "Veuillez sélectionner une date" },
    });
  });

  it("asks nobody to log in for days that nobody could have", async () => {
    const venue = await createVenue(await createOwner());
    const params = { id: venue._id.toString() };
    const press = async (days: object) =>
      await reserve(await args("/reservation/x", { form: { requestKey: "k1", ...days }, params }));
    for (const [days, start] of [
      [{}, "Veuillez sélectionner une date"],
      [{ start: "2020-01-01", end: "2020-01-02" }, "La première date possible est demain."],
    ] as const) {
      const response = await press(days);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ fieldErrors: { start } });
      expect(response.headers.get("set-cookie")).toBeNull();
    }
    await VenueModel.updateOne({ _id: venue._id }, { status: "unavailable" });
    expect(await (await press({ start: d1, end: d2 })).json()).toMatchObject({
      fieldErrors: { form: refusalMessage("venue_closed") },
    });
  });

  it("shows nobody else's reservation", async () => {
    const venue = await createVenue(await createOwner());
    const params = { id: venue._id.toString() };
    const made = await reserve(
      await args("/reservation/x", { as: (await createUser())._id, form, params }),
    );
    const other = (await createUser())._id;
    const shown = payment(await args(location(made)!, { as: other, params }));
    await expect(shown).rejects.toMatchObject({ status: 404 });
    const failed = paymentFailed(
      await args(`${location(made)!}&message=%3Cb%3E`, { as: other, params }),
    );
    await expect(failed).rejects.toMatchObject({ status: 404 });
  });
});

it("answers a venue that is not there with a 404", async () => {
  const opened = venueBooking(await args("/reservation/1", { params: { id: "1" } }));
  await expect(opened).rejects.toMatchObject({ status: 404 });
});

it("leads from a page past the end of the listing to its last one", async () => {
  await createVenue(await createOwner());
  const refused = listing(await args("/reservation?city=lyon&page=7"));
  const response = await refused.catch((thrown: unknown) => thrown as Response);
  expect(location(response as Response)).toBe("/reservation?city=lyon");
});

it("lists a buyer's own requests only", async () => {
  const venue = await createVenue(await createOwner());
  const params = { id: venue._id.toString() };
  const [buyer, other] = [(await createUser())._id, (await createUser())._id];
  const form = { start: d1, end: d2, requestKey: "k1" };
  await reserve(await args("/reservation/x", { as: buyer, form, params }));
  const mine = await myRequests(await args("/mes-demandes?q=la%20gr", { as: buyer }));
  expect(mine.requests.map(({ venueTitle, state }) => [venueTitle, state])).toEqual([
    [venue.title, "hold"],
  ]);
  expect((await myRequests(await args("/mes-demandes?q=zzz", { as: buyer }))).total).toBe(0);
  expect((await myRequests(await args("/mes-demandes?page=-1", { as: other }))).total).toBe(0);
});

it("tells a buyer who has reserved nothing from one whose search or state finds nothing", async () => {
  const { user, visitor } = await newMember();
  const shown = async (path: string) => await (await rendered(visitor, path)).text();
  const all = /href="\/mes-demandes"[^>]*>(?:<[^>]*>)*Voir toutes mes demandes/;
  const [nothing, found] = ["Aucune réservation pour le moment", "Aucune demande trouvée"];
  const none = await shown("/mes-demandes");
  expect(none).toContain(nothing);
  expect(none).not.toMatch(all);

  const venue = await createVenue(await createOwner());
  await createReservation({ venue, buyer: user, status: "confirmed", startDate: d1 });
  for (const [query, says] of [
    [
      "q=zzz",
      "Aucune de vos demandes n’a cette référence, ni un lieu dont le titre commence ainsi.",
    ],
    ["statut=ended", "Aucune de vos demandes n’est dans cet état."],
    [
      "statut=ended&q=zzz",
      "Aucune de vos demandes dans cet état n’a cette référence, ni un lieu dont le titre commence ainsi.",
    ],
  ] as const) {
    const page = await shown(`/mes-demandes?${query}`);
    expect(page).toContain(found);
    expect(page).toContain(says);
    expect(page).toMatch(all);
    expect(page).not.toContain(nothing);
  }
});

it("links a reservation to its venue's page for whom that is there", async () => {
  const [buyer, owner] = [await newMember(), await loggedIn(await createOwner())];
  const venue = await createVenue(owner.user);
  const booked = { venue, buyer: buyer.user, status: "confirmed", startDate: d1 } as const;
  const id = (await createReservation({ ...booked, chargeId: "ch_1" }))._id.toString();
  await WishModel.create({
    ...{ venue: venue._id, user: buyer.user._id, state: "waiting" },
    ...{ startDate: d2, endDate: d2, startSlot: "AM", endSlot: "PM", period: "Day" },
    ...{ lookAt: new Date(), createdAt: new Date() },
  });
  const linked = async ({ visitor }: Member, path: string, href: string) => {
    const page = await (await rendered(visitor, path)).text();
    expect(page).toContain(venue.title);
    return page.includes(`href="${href}/${venue._id.toString()}"`);
  };
  const all = async () => ({
    buyer: [
      await linked(buyer, `/mes-demandes/${id}`, "/reservation"),
      await linked(buyer, "/mes-paiments", "/reservation"),
      await linked(buyer, "/mes-demandes", "/reservation"),
    ],
    owner: [
      await linked(owner, `/mes-locations/demandes/${id}`, "/profil/location"),
      await linked(owner, "/mes-paiments", "/profil/location"),
    ],
  });

  expect(await all()).toEqual({ buyer: [true, true, true], owner: [true, true] });
  // Suspended, or its owner without a payment account or gone.
  await VenueModel.updateOne({ _id: venue._id }, { listed: false, searchable: false });
  expect(await all()).toEqual({ buyer: [false, false, false], owner: [true, true] });
  await VenueModel.updateOne({ _id: venue._id }, { deletedAt: new Date() });
  expect(await all()).toEqual({ buyer: [false, false, false], owner: [false, false] });
});

describe("the contact form", () => {
  const form = {
    type: "Autre",
    email: "marie@exemple.fr",
    name: "Marie",
    lastname: "Durand",
    description: "Bonjour, <b>est-ce libre</b> ?",
  };

  it("stores the message as typed, whatever else is sent along", async () => {
    const response = await sendContact(
      await args("/contact", { form: { ...form, status: "true", _id: "1" } }),
    );
    expect([response.status, location(response)]).toEqual([303, "/contact"]);
    const [stored, ...others] = await ContactMessageModel.find().lean();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ ...form, status: false });
  });

  it("asks nobody for what is known of them, and begins with the reservation that it is about", async () => {
    const { user, visitor: member } = await newMember({ phone: "06 12 34 56 78" });
    const load = async (visitor: Visitor, reference: string): Promise<unknown> =>
      (
        await visitor.visit(contactPage, `/contact?reference=${encodeURIComponent(reference)}`)
      ).json();
    const { email, name, lastname } = user;
    expect(await load(member, "pds-7k2f9q")).toEqual({
      sender: { email, name, lastname, phone: "06 12 34 56 78" },
      reference: "PDS-7K2F9Q",
    });
    for (const other of ["", "PDS-", "Bonjour", "PDS-7K2F9Q et <b>", `PDS-${"7".repeat(300)}`]) {
      expect(await load(new Visitor(), other)).toEqual({ sender: null, reference: null });
    }
    const page = await rendered(member, "/contact?reference=PDS-7K2F9Q-M4");
    const html = await page.text();
    expect(html).toContain(`value="${email}"`);
    expect(html).toContain(">Réservation PDS-7K2F9Q-M4\u00a0: </textarea>");
  });

  it.each(["contact@mairie-évian.fr", "a&b#1@exemple.fr"])(
    "takes %s, with which one can sign up",
    async (email) => {
      const response = await sendContact(await args("/contact", { form: { ...form, email } }));
      expect([response.status, location(response)]).toEqual([303, "/contact"]);
    },
  );

  it("names each field to correct", async () => {
    const wrong = {
      ...form,
      type: "Sport",
      email: "marie@x\r\nBcc: a@b.fr",
      description: "x".repeat(281),
    };
    const response = await sendContact(await args("/contact", { form: wrong }));
    expect(response.status).toBe(422);
    const { fieldErrors, repopulateFields } = (await response.json()) as Record<
      "fieldErrors" | "repopulateFields",
      Record<string, string>
    >;
    expect(fieldErrors).toEqual({
      type: "Choisissez le sujet de votre demande.",
      email: "Saisissez une adresse e-mail au format nom@domaine.fr.",
      description: "La description a 280 caractères au plus.",
    });
    expect(repopulateFields).toMatchObject(wrong);
    expect(await ContactMessageModel.countDocuments()).toBe(0);
  });

  it("tells the team without the sender's data, and the sender without their words", async () => {
    await sendContact(await args("/contact", { form }));
    const [message] = await ContactMessageModel.find().lean();
    const [team, sender, ...others] = await MailModel.find().sort({ key: -1 }).lean();
    expect(others).toEqual([]);
    expect(team).toMatchObject({
      to: "equipe@placedessalles.example",
      subject: "Nouveau message\u00a0: Autre",
    });
    expect(team?.text).toContain(`/admin/contact/${message!._id.toString()}`);
    expect(JSON.stringify(team)).not.toMatch(/marie|Durand|est-ce libre/i);
    expect(sender).toMatchObject({ to: form.email, subject: "Nous avons reçu votre message" });
    expect(JSON.stringify(sender)).not.toMatch(/Durand|est-ce libre/);
  });

  it("sends an address that anybody may type three mails a day, and keeps every message", async () => {
    for (let sent = 0; sent < 5; sent += 1) {
      const description = `Question ${sent}`;
      await sendContact(await args("/contact", { form: { ...form, description } }));
    }
    expect(await ContactMessageModel.countDocuments()).toBe(5);
    expect(await MailModel.countDocuments({ to: form.email })).toBe(3);
    expect(await MailModel.countDocuments()).toBe(8);
  });

  it("keeps one message however often it is sent within minutes, by /api too", async () => {
    const send = async (fields = {}) =>
      await sendContact(await args("/contact", { form: { ...form, ...fields } }));
    const pressed = await Promise.all([send(), send()]);
    expect(pressed.map(({ status }) => status)).toEqual([303, 303]);
    const stored = await ContactMessageModel.find().lean();
    expect(stored).toHaveLength(1);
    const again = await apiContact(await args("/api/send/send-contact", { form }));
    expect(await again.json()).toMatchObject({ contact: { _id: stored[0]!._id.toString() } });
    expect(await MailModel.countDocuments()).toBe(2);
    await send({ phone: "06 12 34 56 78" });
    await ContactMessageModel.updateMany({}, { $set: { createdAt: new Date(0) } });
    await send();
    expect(await ContactMessageModel.countDocuments()).toBe(3);
  });

  it("drops what fills the field that nobody sees, and says nothing of it", async () => {
    const filled = { ...form, website: "https://exemple.fr" };
    const response = await sendContact(await args("/contact", { form: filled }));
    expect([response.status, location(response)]).toEqual([303, "/contact"]);
    expect(await ContactMessageModel.countDocuments()).toBe(0);
    expect(await MailModel.countDocuments()).toBe(0);
  });

  it("takes every subject of the list, and no line end into a name", async () => {
    for (const type of CONTACT_TYPES) {
      expect(contactInput.schema.safeParse({ ...form, type }).success, type).toBe(true);
    }
    for (const name of ["name", "lastname", "email", "phone"]) {
      const injected = { ...form, [name]: "Marie\r\nBcc: autre@exemple.fr" };
      expect(contactInput.schema.safeParse(injected).success, name).toBe(false);
    }
  });

  it("is the same behind /api, and only by POST", async () => {
    const response = await apiContact(await args("/api/send/send-contact", { form }));
    expect(await response.json()).toMatchObject({ success: true, contact: form });
    const byGet = await apiContactByGet(await args("/api/send/send-contact"));
    expect(byGet.status).toBe(405);
  });

  it("has a limit per address: ten an hour", async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await sendContact(await args("/contact", { form }))).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429]);
  });

  it("has the same limit per account, from however many addresses and by /api too", async () => {
    const [as, other] = [(await createUser())._id, (await createUser())._id];
    const send = async (tries: number, who: Types.ObjectId | undefined) => {
      const [handler, path] =
        tries % 2 === 0 ? [sendContact, "/contact"] : [apiContact, "/api/send/send-contact"];
      return (await handler(await args(path, { as: who, form, ip: `203.0.113.${tries}` }))).status;
    };
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push(await send(tries, as));
    expect(statuses.map((status) => status === 429)).toEqual(
      Array.from({ length: 12 }, (_, tries) => tries >= 10),
    );
    expect([await send(10, other), await send(10, undefined)]).toEqual([303, 303]);
  });
});

it("saves a member's cookie choice and stays on this site", async () => {
  const as = (await createUser())._id;
  const form = { choice: "essential", returnTo: "//evil.example" };
  expect(location(await chooseCookies(await args("/cookies", { as, form })))).toBe("/");
  expect((await UserModel.findById(as).lean())?.cookiesSet).toBe(false);
  // A list's address under many filters may be longer than any that is led back to.
  const long = { choice: "all", returnTo: `/${"x".repeat(2_000)}` };
  expect(location(await chooseCookies(await args("/cookies", { as, form: long })))).toBe("/");
  expect((await UserModel.findById(as).lean())?.cookiesSet).toBe(true);
});

it("tells a script of a cookie choice that is saved, and leads who is logged in no more on as without one", async () => {
  const as = (await createUser())._id;
  const asked = { form: { choice: "essential", returnTo: "/contact" }, accept: "application/json" };
  const saved = await chooseCookies(await args("/cookies", { as, ...asked }));
  expect([saved.status, await saved.json()]).toEqual([
    200,
    { said: "Votre choix est enregistré." },
  ]);
  expect((await UserModel.findById(as).lean())?.cookiesSet).toBe(false);
  expect(location(await chooseCookies(await args("/cookies", asked)))).toBe("/contact");
});

/** Where forms are sent to that stand on other pages. */
async function addressesThatOnlyAct(): Promise<string[]> {
  const own = leavesOf(routeConfig).filter(({ path }) => !path.startsWith("/api/"));
  const found = await Promise.all(
    own.map(async ({ path, file }) => {
      const { action, default: page } = await modules[`../../app/${file}`]!();
      return action && !page ? [path] : [];
    }),
  );
  return found.flat();
}

it("attack 2: a link to what only acts changes nothing, and is told what does", async () => {
  const { visitor } = await newMember();
  const paths = await addressesThatOnlyAct();
  expect(paths).toEqual(expect.arrayContaining(["/deconnexion", "/cookies", "/bandeau"]));
  const before = await everythingStored(["ratelimits"]);
  const held = visitor.cookies;
  for (const path of paths) {
    const { status, headers } = await rendered(visitor, `${path}?choice=all&id=fermeture`);
    expect([path, status, headers.get("allow")]).toEqual([path, 405, "POST"]);
    expect([path, headers.getSetCookie(), visitor.cookies]).toEqual([path, [], held]);
  }
  expect(await everythingStored(["ratelimits"])).toEqual(before);
  expect((await rendered(visitor, "/profil")).status).toBe(200);
});

describe("the home page", () => {
  it("shows tiles, rooms, news and published reviews", async () => {
    const owner = await createOwner();
    const venue = await createVenue(owner, { title: "Choisie" });
    const hidden = await createVenue(owner, { title: "Retirée", searchable: false });
    const suspended = await createVenue(owner, { listed: false, searchable: false });
    await GalleryTileModel.insertMany([
      { _id: "city:0", section: "city", place: 0, text: "Lyon" },
      { _id: "rooms:0", section: "rooms", place: 0, text: "Son titre d’hier", venue: venue._id },
      { _id: "rooms:1", section: "rooms", place: 1, text: "Retirée", venue: hidden._id },
      { _id: "news:0", section: "news", place: 0, text: "Choisie", venue: venue._id },
    ]);
    const review = {
      venue: venue._id,
      author: owner._id,
      authorName: "Marie D.",
      rating: 5,
      stayDay: "2026-06-11",
    };
    const published = { state: "published", publishedAt: new Date("2026-06-15T09:00:00Z") };
    await ReviewModel.insertMany([
      { ...review, ...published, reservation: venue._id, text: "Superbe" },
      { ...review, reservation: hidden._id, text: "Pas encore publié" },
      {
        ...{ ...review, ...published, publishedAt: new Date("2026-06-16T09:00:00Z") },
        ...{ venue: suspended._id, reservation: suspended._id, text: "D’un lieu suspendu" },
      },
    ]);
    const page = await homePage();
    expect(page.cities).toEqual([{ name: "Lyon", picture: null }]);
    expect(page.rooms.map(({ title }) => title)).toEqual(["Choisie"]);
    expect(page.news.map(({ title }) => title)).toEqual(["Choisie"]);
    // Its public page is a 404 for its owner.
    const own = await homePage(owner._id.toString());
    expect([own.rooms, own.news]).toEqual([[], []]);
    expect(page.reviews).toMatchObject([
      {
        text: "Superbe",
        author: "Marie D.",
        detail: "Choisie",
        stayOn: "11/06/2026",
        publishedOn: "15/06/2026",
      },
    ]);

    const gallery = await apiGallery(await args("/api/gallery/get-gallery"));
    const img = `/images/${venue.locationIMG[0]!.image.toString()}/640.webp`;
    const tile = { id: venue._id.toString(), text: "Choisie", img };
    expect(await gallery.json()).toMatchObject({
      gallery: { city: [{ text: "Lyon", img: "" }], rooms: [tile], news: [tile] },
    });
  });

  it("shows reviews of venues that are there, however many newer ones are of one that is not", async () => {
    const owner = await createOwner();
    const venue = await createVenue(owner);
    const suspended = await createVenue(owner, { listed: false, searchable: false });
    const review = {
      ...{ author: owner._id, authorName: "Marie D.", rating: 5, stayDay: "2026-06-11" },
      state: "published",
    };
    const reservation = () => new Types.ObjectId();
    await ReviewModel.insertMany([
      ...[15, 14].map((day) => ({
        ...{ ...review, venue: venue._id, reservation: reservation(), text: `Le ${day}` },
        publishedAt: new Date(`2026-06-${day}T09:00:00Z`),
      })),
      ...Array.from({ length: 40 }, () => ({
        ...{ ...review, venue: suspended._id, reservation: reservation(), text: "Suspendu" },
        publishedAt: new Date("2026-06-16T09:00:00Z"),
      })),
    ]);
    expect((await homePage()).reviews.map(({ text }) => text)).toEqual(["Le 15", "Le 14"]);
  });

  it("is empty without tiles", async () => {
    expect(await homePage()).toEqual({ cities: [], rooms: [], news: [], reviews: [] });
    const page = await (await rendered(new Visitor(), "/")).text();
    for (const says of [
      "Aucune ville n’est mise en avant pour le moment.",
      "Aucune salle n’est mise en avant pour le moment.",
      "Aucune nouveauté pour le moment.",
    ]) {
      expect(page).toContain(says);
    }
    expect(page).not.toMatch(/<ul[^>]*><\/ul>/);
  });
});

describe("the listing behind /api", () => {
  it("answers the found venues, prices in euros", async () => {
    const venue = await createVenue(await createOwner());
    const response = await apiFiltered(
      await args("/api/location/get-filtred-locations?city=LYON&minPrice=540&maxPrice=540&id="),
    );
    expect(await response.json()).toMatchObject({
      success: true,
      locations: [{ _id: venue._id.toString(), price: 480 }],
      count: 1,
    });
  });

  it("refuses someone else's id", async () => {
    const someone = (await createUser())._id.toString();
    const path = `/api/location/get-filtred-locations?id=${someone}`;
    expect((await apiFiltered(await args(path))).status).toBe(403);
  });
});

it("tells search engines the venues that can be found", async () => {
  const owner = await createOwner();
  const venue = await createVenue(owner);
  const hidden = await createVenue(owner, { searchable: false });
  const xml = await (await sitemap(await args("/sitemap.xml"))).text();
  expect(xml).toContain(`/reservation/${venue._id.toString()}</loc>`);
  expect(xml).not.toContain(hidden._id.toString());
});

const htmlOf = async (path: string) => await (await rendered(new Visitor(), path)).text();

it("tells search engines the towns that have a venue to find, each by its one address", async () => {
  const owner = await createOwner();
  for (const city of ["ROUEN", "Rouen", "rouen"]) {
    await createVenue(owner, { city, postalCode: "76000" });
  }
  await createVenue(owner, { city: "L'Haÿ-les-Roses", postalCode: "94240" });
  await createVenue(owner, { city: "Boos", postalCode: "76520", searchable: false });
  const xml = await (await sitemap(await args("/sitemap.xml"))).text();
  const towns = [...xml.matchAll(/<loc>([^<]*\?[^<]*)<\/loc>/g)].map(([, href]) => new URL(href!));
  expect(towns.map(({ pathname, search }) => pathname + search)).toEqual([
    "/reservation?city=Rouen",
    "/reservation?city=L%27Ha%C3%BF-les-Roses",
  ]);
  for (const { pathname, search, href } of towns) {
    const html = await htmlOf(pathname + search);
    expect(html).toContain(`<link rel="canonical" href="${href.replaceAll("'", "&#x27;")}"/>`);
  }
});

it("says of the venues of a town which town that is", async () => {
  const owner = await createOwner();
  await createVenue(owner, { city: "ROUEN", postalCode: "76000" });
  await createVenue(owner, { city: "Le Mans", postalCode: "72000" });
  const said = async (query: string) =>
    /<meta name="description" content="([^"]*)"/.exec(await htmlOf(`/reservation${query}`))?.[1];
  const rest = "trouvez une salle, un jardin ou un château libre à vos dates.";
  expect(await said("?city=rouen")).toBe(`Salles à Rouen\u00a0: ${rest}`);
  expect(await said("?city=le+mans")).toBe(`Salles au Mans\u00a0: ${rest}`);
  expect(await said("")).toMatch(/, partout en France\.$/);
});

it("tells two venues of one name apart wherever a title names one", async () => {
  const owner = await createOwner();
  const { _id } = await createVenue(owner, { title: "Salle des fêtes", city: "Boos" });
  const id = _id.toString();
  const titleOf = async (path: string) =>
    /<title>([^<]*)/.exec(await htmlOf(path))?.[1]?.split(" | ")[1];
  const name = "Salle des fêtes (Boos)";
  expect(await titleOf(`/reservation/${id}/avis`)).toBe(`Avis sur ${name}`);
  expect(await titleOf(`/reservation/${id}/photos/2`)).toBe(`${name}, photo 2 sur 5`);
  expect(await titleOf(`/reservation/${id}/carte`)).toBe(`${name}, carte`);
  expect(await titleOf(`/signaler/${id}`)).toBe(`Signaler un lieu ou un avis, ${name}`);
  expect(await htmlOf(`/reservation/${id}/avis`)).toContain(`<h1>Avis sur ${name}</h1>`);
  expect(await htmlOf(`/reservation/${id}`)).toContain(
    '<meta property="og:title" content="Salle des fêtes, Boos"/>',
  );
});
