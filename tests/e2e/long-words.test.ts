import { ContactMessageModel } from "@models/contact-message";
import type { ReservationState } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { ReviewModel, type Review } from "@models/review";
import { demoAccount, newAccount, newOwner, newVenue, unique } from "../support/browser-people";
import { expect, inDays, test } from "../support/journey";
import { expectLayout } from "../support/layout";
import { createReservation } from "../support/reservations";

/** As long as a title may be, and no place to break at. */
const TITLE = "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW";
const WORD = "Donaudampfschifffahrtsgesellschaft".repeat(3);

test("what people write without a space pushes nothing out of the window @no-js", async ({
  page,
  enter,
}) => {
  // A dozen pages, each in two widths and two fonts.
  test.slow();
  const person = { street: `12 rue ${WORD}`, city: WORD, postalCode: "69001", country: "France" };
  const owner = await newOwner({
    ...person,
    ...{ type: "Entités privés", role: "Entreprise", entityName: WORD, createdAt: new Date() },
  });
  // An owner's calendar shows of a name what has room in a day.
  const buyer = await newAccount({ ...person, name: "Ida" });
  const [street, city] = [
    `3 place ${WORD}`,
    `Saint-Remy-en-Bouzemont-Saint-Genest-et-Isson-${unique()}`,
  ];
  const rating = { count: 1, sum: 4, average: 40 };
  // Two of a title: their calendars and the filter are told apart by their towns.
  await newVenue(owner, { title: TITLE });
  const venue = await newVenue(owner, { title: TITLE, street, city, rating });
  const reserve = async (status: ReservationState, days: number) => {
    const reference = `PDS-${unique().slice(0, 6).toUpperCase()}`;
    const stay = { venue, buyer, venueCity: WORD, startDate: inDays(days) };
    return await createReservation({ ...stay, status, reference });
  };
  const hold = await reserve("hold", 9);
  await reserve("confirmed", 12);
  const review = async (past: Reservation, fields: Partial<Review>) =>
    await ReviewModel.create({
      ...{ reservation: past._id, venue: venue._id, author: buyer._id, authorName: "Camille D." },
      ...{ stayDay: past.endDate, rating: 4, text: WORD, ...fields },
    });
  const { _id } = await review(await reserve("ended", -9), { state: "pending" });
  const shown = await review(await reserve("ended", -12), {
    authorName: WORD,
    state: "published",
    publishedAt: new Date(),
  });
  await ContactMessageModel.create({
    ...{ type: "Visites du lieu", email: `${"long".repeat(15)}@exemple.fr` },
    ...{ name: WORD, lastname: WORD, description: WORD, status: false },
  });

  const walk = async (...paths: string[]) => {
    for (const path of paths) {
      const response = await page.goto(path);
      expect(response!.status(), path).toBe(200);
      for (const width of [360, 1280]) await expectLayout(page, width, path);
    }
  };
  const place = `/reservation/${venue._id.toString()}`;
  await walk(`/reservation?city=${encodeURIComponent(city)}`, place, `${place}/photos/1`);
  await walk("/", `${place}/avis`);
  await expect(page.getByRole("figure").filter({ hasText: WORD })).toBeVisible();
  // The home page is other tests' as well.
  await ReviewModel.deleteOne({ _id: shown._id });
  await enter(buyer);
  await walk(`${place}/paiement?demande=${hold._id.toString()}`);
  await walk("/mes-demandes", "/mes-paiments", "/profil");
  await enter(owner);
  await walk("/mes-locations", "/mes-paiments", "/profil");
  await enter(await demoAccount("admin@exemple.fr"));
  await walk(
    `/admin/user?q=${owner.email}`,
    "/admin/contact",
    "/admin/avis",
    `/admin/location?q=${TITLE}`,
  );
  await walk(`/admin/reservation?q=${hold.reference}`, `/admin/user/${owner._id.toString()}`);
  await walk(`/admin/avis/${_id.toString()}`, `/admin/avis/${_id.toString()}/refuser`);
});
