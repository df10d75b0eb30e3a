import { expect, it } from "vitest";
import { refusalMessage } from "~/platform/refusal";
import type { Input } from "~/platform/web/input";

/** Fields that no person fills: a hidden one, a button's, or one of a call of /api alone. Nobody leaves them out but a program. */
const UNSEEN = [
  ...["settings-forms.cookieBannerInput.choice", "settings-forms.sessionInput.id"],
  ...["settings-forms.linkedAccountInput.id", "token-forms.tokenInput.id"],
  ...["cases.caseInput.key", "cases.takeOverInput.from"],
  ...["gallery.sectionInput.section", "gallery.sectionDailyInput.section"],
  ...["lists.saveFilterInput.liste", "lists.saveFilterInput.filtre"],
  "lists.removeFilterInput.filter",
  ...["reservations.refundBeyondInput.amount", "reservations.refundBeyondInput.decided"],
  ...["reservations.cancelForPlatformInput.amount", "reservations.extendInput.seen"],
  ...["reservations.mailInput.mail", "calendars.calendarInput.calendar"],
  ...["cancel.cancelInput.amount", "cancel.cancelInput.paid", "cancel.ownerCancelInput.amount"],
  ...["cancel.cancelByDayInput.buyerId", "cancel.cancelByDayInput.locationId"],
  ...["cancel.cancelByDayInput.startDate", "cancel.refundInput.paymentIntentId"],
  ...["cancel.refundInput.startDate", "change.changeDatesInput.total"],
  ...["payment.chargeInput.confirmationTokenId", "payment.chargeInput.id"],
  ...["payment.chargeInput.amount", "reserve.reserveInput.requestKey"],
  ...["reserve.reopenDaysInput.startDate", "reserve.reopenDaysInput.endDate"],
  ...["reserve.reopenDaysInput.startSlot", "reserve.reopenDaysInput.endSlot"],
  ...["waiting.withdrawWishInput.wish", "declarations.cadastreInput.venueId"],
];

/** What a page reads the bounds of its fields from; what is sent is read by another. */
const PAGES = ["accountPage"];

const isInput = (value: unknown): value is Input =>
  typeof value === "object" && value !== null && "schema" in value && "fields" in value;

it("a person who leaves a field empty is told what to write or choose there", async () => {
  const modules = import.meta.glob<Record<string, unknown>>("../**/*forms.ts");
  const untold: string[] = [];
  for (const [path, load] of Object.entries(modules)) {
    const named = /([\w-]+)\/forms\.ts$|([\w-]+)\.ts$/.exec(path)!;
    for (const [name, value] of Object.entries(await load())) {
      if (!isInput(value) || PAGES.includes(name)) continue;
      const issues = value.schema.safeParse({}).error?.issues ?? [];
      const unsaid = issues.filter(({ message }) => message === refusalMessage("invalid"));
      untold.push(...unsaid.map((issue) => `${named[1] ?? named[2]}.${name}.${issue.path.join()}`));
    }
  }
  expect(untold.filter((field) => !UNSEEN.includes(field))).toEqual([]);
  expect(UNSEEN.filter((field) => !untold.includes(field))).toEqual([]);
});
