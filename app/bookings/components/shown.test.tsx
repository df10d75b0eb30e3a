import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { Lessor } from "@models/reservation";
import type { FormState } from "~/platform/web/form-state";
import type { Availability } from "~/rules/availability";
import { NO_MONEY } from "~/rules/money-words";
import { policySteps } from "~/rules/policy";
import { UNANSWERED_BY_OWNER } from "~/rules/reason";
import { reservationView as request } from "../../../tests/support/reservation-view";
import { shown } from "../../../tests/support/shown";
import type { ChangePage } from "../change/change-page.server";
import type { ReservationPage } from "../lists/reservation-page.server";
import type { ReceiptHolder } from "../payment/receipt-holder";
import type { ReservationView } from "../record/reservation-view.server";
import { changeTexts, requestTexts, type AnswerTexts } from "./answer-texts";
import { AvailabilitySection } from "./availability-section";
import { ChangeFields, ChangeRecap } from "./change-panels";
import { ClosedDaysSection } from "./closed-days-section";
import { CurrentReservationSection } from "./current-reservation-section";
import { PayCard } from "./pay-card";
import { RequestTable } from "./request-table";
import { ReservationMoney } from "./reservation-money";
import { ReservationNext } from "./reservation-next";
import { ReservationPlace } from "./reservation-place";

const typed = vi.hoisted((): { values: Record<string, string> } => ({ values: {} }));
vi.mock("~/platform/web/form-state", () => ({
  useFormState: (): FormState => ({
    ...{
      errors: {},
      first: undefined,
      lead: undefined,
      isUnread: false,
      values: typed.values,
      step: undefined,
    },
    field: (name, fallback) => ({
      name,
      defaultValue: typed.values[name] ?? fallback,
      error: undefined,
    }),
  }),
}));

describe("other dates: what is announced before the button", () => {
  const offer: NonNullable<ChangePage["offer"]> = {
    ...{ periodText: "le 13/06/2027", lines: [], total: 54_000, less: 54_000, agreedUntil: null },
    stay: { start: "2027-06-13", end: "2027-06-13", startSlot: "AM", endSlot: "PM" },
  };
  const recap = (change: Partial<typeof offer>, needsYes: boolean) =>
    shown(
      <ChangeRecap request={request} offer={{ ...offer, ...change }} needsYes={needsYes} />,
    ).slice(9);

  it("old and new side by side, and what the form sends", () => {
    expect(shown(<ChangeRecap request={request} offer={offer} needsYes={false} />))
      .toMatchInlineSnapshot(`
      [
        "Votre changement",
        "Dates réservées",
        "du 11/06/2027 au 12/06/2027",
        "Nouvelles dates",
        "le 13/06/2027",
        "Prix payé",
        "1 080,00 €",
        "Nouveau prix",
        "540,00 €",
        "Différence",
        "540,00 € à vous rendre",
        "Vos dates changent tout de suite, et les anciennes ne vous sont plus gardées. La différence, 540,00 €, sera rendue sur la carte qui a payé, frais de service compris, avec un avoir.",
        "[hidden start=2027-06-13]",
        "[hidden end=2027-06-13]",
        "[hidden startSlot=AM]",
        "[hidden endSlot=PM]",
        "[hidden total=54000]",
        "[button] Confirmer les nouvelles dates",
        "→ /mes-demandes/r1 Garder mes dates",
      ]
    `);
  });

  it.each([
    ["the same price", { less: 0 }],
    ["dearer", { less: -54_000 }],
    ["dearer, said yes to", { less: -54_000, agreedUntil: "12/06/2027 à 10:00" }],
  ] as const)("%s", (_what, change) => {
    expect([recap(change, false), recap(change, true)]).toMatchSnapshot();
  });

  it("the fields: half days have theirs, and who pays when is said first", () => {
    const page: ChangePage = {
      ...{ request, earliest: "2027-06-01", latest: "2028-06-01", ruleTerms: [], unavailable: [] },
      chosen: { start: "2027-06-13", end: "2027-06-14", startSlot: "PM", endSlot: "AM" },
      ...{ offer: null, needsYes: false, problem: null },
    };
    const half = { ...page, needsYes: true, request: { ...request, period: "Half" as const } };
    expect(shown(<ChangeFields page={page} error={undefined} />)).toMatchSnapshot();
    expect(shown(<ChangeFields page={half} error={undefined} />)).toMatchSnapshot();
  });
});

describe("before paying", () => {
  const card = (
    hold: number,
    view: Partial<ReservationView> = {},
    lessor: Lessor = { name: "Marie D.", kind: "Particulier" },
    isPayable = true,
    holder: ReceiptHolder = { name: "Zoé Marin", lines: ["Sans adresse"], lacking: null },
  ) =>
    shown(
      <PayCard
        request={{ ...request, state: "hold", ...view }}
        holder={holder}
        hold={{ minutesLeft: hold, secondsLeft: hold * 60, until: "10:30" }}
        lessor={lessor}
        stripe={null}
        isPayable={isPayable}
      />,
    );

  it("with whom, and where a professional is found", () => {
    const lessor = { name: "Les Granges", kind: "Entreprise" } as const;
    const seat = { address: "3 quai des Granges, 76000 Rouen", registration: "SIREN 732 829 320" };
    const text = card(20, {}, { ...lessor, ...seat }).join("\n");
    expect(text).toContain(
      "Loué par Les Granges (Entreprise)\n3 quai des Granges, 76000 Rouen\nSIREN 732 829 320",
    );
  });

  it("in whose name the receipt will be, what is missing in it, and where to say it without leaving", () => {
    const said = (holder: ReceiptHolder) =>
      card(20, {}, undefined, undefined, holder).filter((text) => /reçu|manque|profil/.test(text));
    const lines = ["Zoé Marin", "1 quai Neuf, 69001 Lyon", "SIRET 732 829 320 00074"];
    expect(said({ name: "Aux Halles", lines, lacking: null })).toMatchInlineSnapshot(`
      [
        "Le reçu sera au nom d’Aux Halles",
        "Il reprend ce que dit votre profil quand votre carte est débitée, et ne change plus ensuite.",
        "→ /profil Modifier dans mon profil (nouvelle fenêtre)",
      ]
    `);
    const lacking = { field: "identity", limit: "le nom de la structure" } as const;
    expect(said({ name: "Zoé Marin", lines: lines.slice(1), lacking })).toMatchInlineSnapshot(`
      [
        "Le reçu sera au nom de Zoé Marin",
        "Il y manque le nom de la structure. Il reprend ce que dit votre profil quand votre carte est débitée, et ne change plus ensuite.",
        "→ /profil?modifier=identite#identite Modifier dans mon profil (nouvelle fenêtre)",
      ]
    `);
  });

  it("what, how much and until when; a supplement keeps the dates that there are", () => {
    expect(card(30)).toMatchSnapshot();
    const supplementTo = {
      id: "r0",
      reference: "PDS-0",
      periodText: "le 10/06/2027",
      isAgreed: false,
    };
    expect(card(30, { supplementTo })).toMatchSnapshot();
    const agreed = { supplementTo: { ...supplementTo, isAgreed: true } };
    expect(card(30, agreed)).toMatchSnapshot();
    const unpayable = card(30, agreed, undefined, false).join("\n");
    expect(unpayable).toContain("Ce lieu ne prend aucun paiement pour le moment.");
    expect(unpayable).toContain("] Garder mes dates");
    expect(unpayable).not.toContain("] Payer");
  });

  it.each([
    [1, "1\u00a0min"],
    [179, "179\u00a0min"],
    [180, "3\u00a0h"],
    [1_439, "23\u00a0h"],
  ])("%i minutes are %s", (minutes, words) => {
    expect(card(minutes)[0]).toContain(`encore ${words}.`);
  });
});

describe("where a reservation has come to", () => {
  const page: ReservationPage = {
    ...{
      side: "buyer",
      request,
      other: "Hugo L.",
      contact: null,
      contactUntil: null,
      isGone: false,
    },
    ...{
      venueHref: "/reservation/v1",
      address: null,
      arrival: null,
      onSite: [],
      paidBy: null,
      commission: 12_000,
      ownerShare: 84_000,
    },
    money: { ...NO_MONEY, paid: 108_000, refunded: 54_000, sent: 84_000, takenBack: 42_000 },
    ...{ policySteps: [], preview: null, history: [], change: null, unpaidChange: null },
    ...{
      mayChange: false,
      timesChanged: 0,
      leadsToReview: true,
      calledOff: null,
      refundOwed: 0,
      gaveNothing: false,
    },
    zone: "Europe/Paris",
  };
  const states = ["hold", "pending", "capturing", "confirmed", "ended", "cancelled"] as const;
  const words = (fields: Partial<ReservationPage>, view: Partial<ReservationView> = {}) =>
    shown(<ReservationNext page={{ ...page, ...fields, request: { ...request, ...view } }} />);

  it.each(["buyer", "owner"] as const)("the %s reads of each state", (side) => {
    const answerBy = "12/06/2027 à 10:00";
    const hold = { minutesLeft: 5, secondsLeft: 300, until: "10:30" };
    expect(
      Object.fromEntries(
        states.map((state) => [state, words({ side }, { state, answerBy, hold })]),
      ),
    ).toMatchSnapshot();
  });

  it.each(["buyer", "owner"] as const)("the %s reads of other dates that wait", (side) => {
    const waits = {
      periodText: "le 13/06/2027",
      until: "12/06/2027 à 10:00",
      left: "Encore 2 h",
      ...{ more: 54_000, less: 0, ownerShare: 126_000 },
    };
    const same = { ...waits, more: 0, ownerShare: 84_000 };
    const unpaid = { ...waits, id: "r2", isAgreed: true, isPayable: true };
    expect({
      dearer: words({ side, change: waits }),
      same: words({ side, change: same }),
      cheaper: words({ side, change: { ...same, less: 54_000, ownerShare: 42_000 } }),
      agreed: words({ side, unpaidChange: unpaid }),
      unpaid: words({ side, unpaidChange: { ...unpaid, isAgreed: false } }),
      unpayable: words({ side, unpaidChange: { ...unpaid, isPayable: false } }),
    }).toMatchSnapshot();
  });

  it.each([
    ["buyer", "owner", true, "Hugo L. a annulé cette réservation."],
    ["buyer", "owner", false, "Hugo L. a refusé cette demande."],
    ["buyer", "buyer", false, "Vous avez annulé cette demande."],
    ["owner", "buyer", true, "Hugo L. a annulé cette réservation."],
    ["owner", "owner", false, "Vous avez refusé cette demande."],
    ["owner", "owner", true, "Vous avez annulé cette réservation."],
    ["buyer", "admin", true, "Nous avons annulé cette réservation."],
    ["owner", "admin", false, "Nous avons annulé cette demande."],
    [
      ...(["buyer", "system", false] as const),
      "Sans réponse du propriétaire dans le délai\u00a0: cette demande est annulée.",
    ],
    [
      ...(["owner", "system", false] as const),
      "Sans réponse de votre part dans le délai\u00a0: cette demande est annulée.",
    ],
  ] as const)("the %s reads that the %s called it off", (side, by, wasConfirmed, title) => {
    const calledOff = { by, why: UNANSWERED_BY_OWNER, wasConfirmed };
    expect(words({ side, calledOff }, { state: "cancelled" })[0]).toBe(title);
  });

  it.each([
    [108_000, "0,00\u00a0€", "Rien de plus ne vous sera remboursé"],
    [54_000, "540,00\u00a0€", "en plus des 540,00\u00a0€ qui vous reviennent déjà"],
  ])(
    "the buyer reads what cancelling adds to %i cents that are back",
    (alreadyBack, first, said) => {
      const preview = { kind: "refund", amount: 108_000 - alreadyBack, paid: 108_000 } as const;
      const steps = { policySteps: policySteps("modérée", "2027-06-11", "2027-04-01") };
      const told = shown(
        <ReservationMoney page={{ ...page, ...steps, preview: { ...preview, alreadyBack } }} />,
      );
      const at = told.indexOf("jusqu’au 04/06/2027");
      expect(told.slice(at + 1, at + 6).filter((text) => text.endsWith("€"))).toEqual([
        first,
        "0,00\u00a0€",
        "0,00\u00a0€",
      ]);
      expect(told.join(" ")).toContain(said);
      expect(told.join(" ")).not.toContain("délai");
    },
  );

  it("how to get in is the owner's words, in lines that leave no room for ours", () => {
    const arrival = "Code 12A.\n\nPlace des Salles, «\u00a0réglez\u00a0»";
    const place = (side: "buyer" | "owner") =>
      renderToStaticMarkup(<ReservationPlace page={{ ...page, side, arrival }} />);
    const words = "«\u00a0Code 12A.\nPlace des Salles, “réglez”\u00a0»";
    expect(place("buyer")).toContain(`>Selon le propriétaire\u00a0: ${words}</p>`);
    expect(place("owner")).toContain(`>Vos informations\u00a0: ${words}</p>`);
  });

  it("the buyer reads whom to ask, and an owner's reason", () => {
    const contact = { name: "Marie Durand" } as ReservationPage["contact"];
    expect(words({ contact })).toContain(
      "Pour préparer votre venue, vous pouvez joindre Marie Durand.",
    );
    // Theirs, and in one line: below it anything would pass for ours.
    const given = words({}, { state: "cancelled", ownersReason: "Travaux,\ntout juin" });
    expect(given.at(-1)).toBe(
      "Motif donné par le propriétaire\u00a0: «\u00a0Travaux, tout juin\u00a0»",
    );
  });
});

it("a reservation of one's own leads to it, and to its payment as long as that is awaited", () => {
  const card = (view: Partial<ReservationView>) =>
    shown(<CurrentReservationSection request={{ ...request, ...view }} />);
  const toIt = "→ /mes-demandes/r1 Salle des Tilleuls";
  const toPay = "→ /reservation/v1/paiement?demande=r1 Payer avant le 12/06/2027 à 10:30";
  const hold = { minutesLeft: 5, secondsLeft: 300, until: "12/06/2027 à 10:30" };
  const unpaid = card({ state: "hold", hold });
  expect(unpaid).toContain(toIt);
  expect(unpaid).toContain(toPay);
  const asked = card({ state: "pending", answerBy: "12/06/2027 à 10:00" });
  expect(asked).toContain("Réponse attendue avant le 12/06/2027 à 10:00.");
  const confirmed = card({});
  expect(confirmed).toContain(toIt);
  expect(confirmed.join("\n")).not.toMatch(/Payer|Réponse/);
});

it("a buyer's list leads to what is to be paid; of dates that were said yes to their reservation's page knows whether it can be", () => {
  const hold = { minutesLeft: 5, secondsLeft: 300, until: "12/06/2027 à 10:30" };
  const of = { id: "r0", reference: "PDS-0", periodText: "le 10/06/2027" };
  const listed = (isAgreed: boolean) => {
    const held = { ...request, hold, supplementTo: { ...of, isAgreed } };
    return shown(<RequestTable requests={[held]} reviews={{}} />).join("\n");
  };
  expect(listed(false)).toContain("→ /reservation/v1/paiement?demande=r1 Payer");
  expect(listed(true)).toContain("→ /mes-demandes/r0 Voir ma réservation");
  expect(listed(true)).not.toMatch(/Payer|paiement/);
});

it("what a buyer's list says of cancelling, where they still may", () => {
  const policyText = "Remboursement intégral jusqu’au 10/06/2027, aucun remboursement ensuite.";
  const listed = (buyerMayCancel: boolean) =>
    shown(
      <RequestTable requests={[{ ...request, policyText, buyerMayCancel }]} reviews={{}} />,
    ).join(" ");
  expect(listed(true)).toContain(policyText);
  // Whole lines of it in a narrow column made rows ten lines tall.
  const { venueTitle, venueCity, periodText } = request;
  expect(listed(true)).toContain(
    `Conditions d’annulation, ${venueTitle} (${venueCity}), ${periodText} ${policyText}`,
  );
  expect(listed(false)).not.toContain(policyText);
});

it("what an owner reads before they answer", () => {
  const received = { ...request, buyer: "Hugo L.", ownerShare: 84_000 };
  const change = {
    ...{ asked: "2027-06-01T08:00:00.000Z", to: "le 13/06/2027", until: "12/06/2027 à 10:00" },
    ...{ ownerShare: 42_000, more: 0 },
  };
  const asked = { request: received, change, agreed: null, last: null };
  const agreed = { to: "le 13/06/2027", until: "12/06/2027 à 10:00" };
  const withoutRequest = (texts: AnswerTexts) => ({ ...texts, request: texts.request.id });
  expect({
    request: withoutRequest(
      requestTexts({ ...received, state: "pending", answerBy: "10:30", takesReason: true }),
    ),
    answered: requestTexts({ ...received, takesReason: false }).over,
    change: withoutRequest(changeTexts(asked)),
    dearer: changeTexts({ ...asked, change: { ...change, more: 54_000 } }).answers.accepter,
    over: withoutRequest(changeTexts({ ...asked, change: null })),
    agreed: changeTexts({ ...asked, change: null, agreed }).over,
  }).toMatchSnapshot();
});

it("of two venues of one title what is answered, and each way to do something, names the town", () => {
  const change = {
    ...{ asked: "2027-06-01T08:00:00.000Z", to: "le 13/06/2027", until: "12/06/2027 à 10:00" },
    ...{ ownerShare: 42_000, more: 0 },
  };
  const toldIn = (venueCity: string) => {
    const here = { ...request, venueTitle: "Salle des fêtes", venueCity, buyerMayHide: true };
    const received = { ...here, buyer: "Hugo L.", ownerShare: 84_000, takesReason: false };
    const asked = { request: received, agreed: null, last: null };
    const ways = shown(<RequestTable requests={[here]} reviews={{}} />).filter((line) =>
      /^(?:→ \S+ (?:Annuler|Supprimer)|Conditions)/.test(line),
    );
    expect(ways).toHaveLength(3);
    return [
      requestTexts(received).about,
      changeTexts({ ...asked, change }).about,
      changeTexts({ ...asked, change: null }).about,
      ...ways,
    ];
  };
  const [boos, cleon] = [toldIn("Boos"), toldIn("Cléon")];
  for (const [place, text] of boos.entries()) {
    expect(text).toContain("Salle des fêtes (Boos), ");
    expect(cleon[place]).toBe(text.replace("Boos", "Cléon"));
  }
});

it("what an owner answers is for the client, whose account is closed", () => {
  const closed = { buyer: "Compte supprimé", ownerShare: 84_000, takesReason: false };
  const gone = { ...request, ...closed };
  const agreed = { to: "le 13/06/2027", until: "12/06/2027 à 10:00" };
  const { about, over } = changeTexts({ request: gone, change: null, agreed, last: null });
  const { about: before } = changeTexts({
    ...{ request: gone, agreed: null, last: null },
    change: { ...agreed, asked: "2027-06-01T08:00:00.000Z", ownerShare: 42_000, more: 0 },
  });
  for (const text of [requestTexts(gone).about, about, before, over?.text])
    expect(text).toMatch(/pour le client/);
});

it.each([
  ["Vous avez accepté cette demande.", { needValidation: true }],
  ["Vous avez accepté cette demande.", { needValidation: true, state: "capturing" }],
  ["Vous avez annulé cette réservation.", { ownersReason: "Travaux", state: "cancelled" }],
  ["Vous avez refusé cette demande.", { ownersReason: "Travaux", wasConfirmed: false }],
  ["Cette demande n’attend pas de réponse.", { needValidation: true, state: "cancelled" }],
  ["Cette demande n’attend pas de réponse.", {}],
] as const)("an owner who comes back to a request reads '%s'", (title, fields) => {
  const shownTo = { buyer: "Hugo L.", ownerShare: 84_000, takesReason: false };
  const received = { ...request, ...fields, ...shownTo };
  expect(requestTexts(received).over).toMatchObject({ title });
});

it.each([
  ["refused", "Vous avez refusé les dates demandées."],
  ["changed", "Les nouvelles dates sont celles de la réservation."],
  ["unanswered", "Aucun changement de dates n’attend votre réponse."],
] as const)("an owner who comes back to dates that were %s reads it", (last, title) => {
  const received = { ...request, buyer: "Hugo L.", ownerShare: 84_000 };
  const { over } = changeTexts({ request: received, change: null, agreed: null, last });
  expect(over?.title).toBe(title);
});

it("closed days: to open again, what calendars close, and half days only where they are let", () => {
  const section = { venueId: "v1", closed: [], imported: [], period: "Day" as const };
  const limits = { earliest: "2027-01-01", latest: "2028-01-01" };
  expect(shown(<ClosedDaysSection {...section} limits={limits} />)).toMatchSnapshot();
  typed.values = { start: "2027-02-03", startSlot: "PM", endSlot: "AM" };
  const closed = [
    {
      ...{ text: "le 05/02/2027", startDate: "2027-02-05", endDate: "2027-02-05" },
      ...({ startSlot: "AM", endSlot: "PM" } as const),
    },
  ];
  const half = { ...section, closed, imported: ["le 06/02/2027"], period: "Half" as const };
  expect(shown(<ClosedDaysSection {...half} limits={limits} />)).toMatchSnapshot();
});

it("availability: turns to months with something to reserve alone, and keeps the chosen days", () => {
  const calendar: Availability = {
    ...{ month: "2027-06", previous: null, next: "2027-07", from: "2027-06-11" },
    ...{ isFirst: true, dates: [], days: [], more: null },
  };
  const turned = (change: Partial<Availability>, start: string) =>
    shown(
      <AvailabilitySection
        {...{ venueId: "v1", period: "Day", calendar: { ...calendar, ...change } }}
        chosen={{ start, end: start, startSlot: "", endSlot: "" }}
      />,
    ).filter((line) => line.startsWith("→"));
  expect(turned({}, "")).toMatchInlineSnapshot(`
    [
      "→ /reservation/v1?depuis=2027-07-01#disponibilites Mois suivant : juillet 2027",
    ]
  `);
  expect(turned({ previous: "2027-05", next: null, more: "2027-06-20" }, "2027-06-12"))
    .toMatchInlineSnapshot(`
      [
        "→ /reservation/v1?start=2027-06-12&end=2027-06-12&startSlot=&endSlot=&depuis=2027-05-01#disponibilites Mois précédent : mai 2027",
        "→ /reservation/v1?start=2027-06-12&end=2027-06-12&startSlot=&endSlot=&depuis=2027-06-20#dates-libres Voir plus de dates",
      ]
    `);
});

it("availability: robots follow no link to days, of which there is no end", () => {
  const stay = { start: "2027-06-12", end: "2027-06-12", startSlot: "AM", endSlot: "PM" } as const;
  const free = { day: "2027-06-12", AM: "free", PM: "free", offer: stay } as const;
  const calendar: Availability = {
    ...{ month: "2027-06", previous: "2027-05", next: "2027-07", from: "2027-06-11" },
    ...{ isFirst: true, days: [free], more: "2027-06-20" },
    dates: [{ day: "2027-06-12", slots: ["AM", "PM"], offer: stay }],
  };
  const html = renderToStaticMarkup(
    <AvailabilitySection
      {...{ venueId: "v1", period: "Day", calendar }}
      chosen={{ start: "", end: "", startSlot: "", endSlot: "" }}
    />,
  );
  const dated = html.match(/<a [^>]*[?;](?:start|depuis)=[^>]*>/g) ?? [];
  expect(dated).toHaveLength(5);
  expect(dated.filter((link) => !link.includes(' rel="nofollow"'))).toEqual([]);
});
