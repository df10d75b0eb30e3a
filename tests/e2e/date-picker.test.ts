import type { Locator, Page } from "playwright/test";
import { monthOf, shiftMonth } from "~/rules/month-grid";
import { expectAccessible } from "../support/axe";
import { expectLayout } from "../support/layout";
import { newVenue } from "../support/browser-people";
import { takeSlots } from "../support/fixtures";
import { chooseDays, expect, inDays, reserveButton, spaced, test } from "../support/journey";
import { screenshot } from "../support/screenshots";
import { answersOf, scriptsOf } from "../support/weight";

/**
 * The date-range picker, option by option, on the examples of the catalogue. What choosing, paging and typing come
 * to is in date-picker-reference.test.ts, beside the picker that it is made after.
 */

const WIDE = { width: 1280, height: 1000 };
const PHONE = { width: 360, height: 760 };
test.use({ viewport: WIDE, contextOptions: { reducedMotion: "reduce" } });

const field = (page: Page) => page.getByRole("main").getByRole("textbox");
const toggle = (page: Page) => page.locator(".unit button");
const popup = (page: Page) => page.getByRole("dialog");
const grids = (page: Page) => popup(page).getByRole("grid");
const day = (page: Page, date: string) =>
  popup(page).locator(`[data-day="${date}"]:not([data-outside]) button`);
const plain = (page: Page) => page.locator("[data-plain]");
const said = (page: Page) => page.locator("[data-control]").getByRole("status");

async function show(page: Page, example: string): Promise<void> {
  await page.goto(`/testpage?exemple=${example}`);
  await expect(field(page)).toBeVisible();
}

/** Opens the calendar of an example as a person at a desk does: by going to its field. */
async function open(page: Page, example: string): Promise<void> {
  await show(page, example);
  await field(page).focus();
  await expect(popup(page)).toBeVisible();
}

async function expectMonths(page: Page, ...names: string[]): Promise<void> {
  await expect(grids(page)).toHaveCount(names.length);
  for (const [index, name] of names.entries()) {
    await expect(grids(page).nth(index)).toHaveAccessibleName(name);
  }
}

/** What the form sends: the values of the native fields, where `show` says them again. */
async function expectNative(page: Page, start: string, end: string): Promise<void> {
  await expect(plain(page).locator("[name=start]")).toHaveValue(start);
  await expect(plain(page).locator("[name=end]")).toHaveValue(end);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The addresses that the page goes to from now on. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) sent.push(request.url());
  });
  return sent;
}

const DATE_RANGE_CODE = /\/assets\/date-range-/;

/** Keeps files from a page. @returns what lets them through */
async function heldBack(page: Page, files: RegExp): Promise<() => void> {
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(files, async (route) => {
    await gate;
    await route.continue();
  });
  return () => letThrough();
}

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

test.describe("without script", { tag: "@no-js" }, () => {
  test("two native fields are the form", async ({ page }) => {
    await page.goto("/testpage?exemple=limits");
    await expect(page.locator("[data-control]")).toBeHidden();
    const start = page.getByLabel("Arrivée");
    await expect(start).toHaveAttribute("min", "2027-03-10");
    await expect(start).toHaveAttribute("max", "2028-05-20");
    await start.fill("2027-03-12");
    await page.getByLabel("Départ").fill("2027-03-14");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("start=2027-03-12 end=2027-03-14")).toBeVisible();
    await expectAccessible(page);
  });

  test("the catalogue is kept out of search engines", async ({ page, baseURL }) => {
    await page.goto("/testpage");
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    const robots = await page.request.get(`${baseURL}/robots.txt`);
    expect(await robots.text()).toContain("Disallow: /testpage");
    await expectAccessible(page);
  });
});

test.describe("the field", { tag: "@js" }, () => {
  test("stands in place of the native ones, weighs nothing, and opens on focus", async ({
    page,
  }) => {
    const scripts = await scriptsOf(await answersOf(page, "/testpage?exemple=defaults"));
    expect(scripts.names).toEqual(["entry.client"]);
    await expect(plain(page)).toBeHidden();
    await expect(popup(page)).toHaveCount(0);
    await expectAccessible(page);
    await screenshot(page, "dates-closed");
    await expect(toggle(page)).toHaveAccessibleName("Open the calendar");
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
    await expect(field(page)).toHaveAttribute("placeholder", "YYYY-MM-DD ~ YYYY-MM-DD");
    await expect(field(page)).toHaveAccessibleDescription("YYYY-MM-DD ~ YYYY-MM-DD");

    await field(page).focus();
    await expect(popup(page)).toBeVisible();
    await expect(popup(page)).toHaveAccessibleName("Choose the dates");
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
    const controls = await toggle(page).getAttribute("aria-controls");
    await expect(popup(page)).toHaveAttribute("id", controls ?? "");
    await expect(grids(page)).toHaveCount(2);
    await expect(field(page)).toBeFocused();
    await expectAccessible(page);
    expect(await page.locator("[data-radix-popper-content-wrapper]").count()).toBe(1);
    await expect(page.locator("form [role=dialog]")).toHaveCount(1);
    await expect(page.getByRole("status")).toHaveCount(1);
  });

  test("keeps what is typed before its code is there", async ({ page }) => {
    await show(page, "french");
    const letThrough = await heldBack(page, DATE_RANGE_CODE);
    await field(page).focus();
    await page.keyboard.type("07/06/2027 - 09");
    letThrough();
    await expect(popup(page)).toBeVisible();
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("/06/2027");
    await expect(field(page)).toHaveValue("07/06/2027 - 09/06/2027");
    await expectNative(page, "2027-06-07", "2027-06-09");
    await expectMonths(page, "juin 2027", "juillet 2027");
  });

  test("shows the days that the browser has kept of a page that was left", async ({ page }) => {
    await open(page, "stay");
    await page.keyboard.type("07/06/2027 - 09/06/2027");
    await page.keyboard.press("Enter");
    await expectNative(page, "2027-06-07", "2027-06-09");
    await page.goto("/contact");
    await page.goBack();
    await expectNative(page, "2027-06-07", "2027-06-09");
    await expect(field(page)).toHaveValue("07/06/2027 - 09/06/2027");
    await expect(page.locator("[data-control] .total")).toBeVisible();
    await expect(plain(page)).toBeHidden();
  });

  test("sends nothing by an Enter that comes before its code", async ({ page }) => {
    await page.route(DATE_RANGE_CODE, () => {});
    await show(page, "french");
    await field(page).focus();
    await page.keyboard.type("07/06/2027 - 09/06/2027");
    await page.keyboard.press("Enter");
    await expect(plain(page)).toBeVisible();
    await expect(page).toHaveURL(/exemple=french$/);
    await expect(page.locator("#french")).toHaveValue("07/06/2027 - 09/06/2027");
  });

  test("stays closed after an Enter that came before its code", async ({ page }) => {
    const letThrough = await heldBack(page, DATE_RANGE_CODE);
    await show(page, "french");
    await field(page).focus();
    await page.keyboard.type("07/06/2027 - 09/06/2027");
    await page.keyboard.press("Enter");
    letThrough();
    await expectNative(page, "2027-06-07", "2027-06-09");
    await expect(popup(page)).toBeHidden();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(popup(page)).toBeVisible();
  });

  for (const example of ["french", "chosen"]) {
    test(`holds its form back while what is typed waits for its code: ${example}`, async ({
      page,
    }) => {
      await page.route(DATE_RANGE_CODE, () => {});
      await show(page, example);
      await field(page).fill("07/06/2027 - 09/06/2027");
      await page.getByRole("button", { name: "Send" }).click();
      const start = page.getByLabel("Arrivée");
      await expect(start).toBeFocused();
      await expect(page).toHaveURL(new RegExp(`exemple=${example}$`));
      await expect(page.locator(`#${example}`)).toHaveValue("07/06/2027 - 09/06/2027");
      await start.fill("2027-06-07");
      await page.getByLabel("Départ").fill("2027-06-09");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByText("start=2027-06-07 end=2027-06-09")).toBeVisible();
    });
  }

  test("repeats a press on its button that came too early", async ({ page }) => {
    await show(page, "chosen");
    await toggle(page).click();
    await expect(field(page)).toHaveValue("");
    await expectNative(page, "", "");
  });

  test("leaves a native field to whom the page’s script comes late", async ({ page }) => {
    const letThrough = await heldBack(page, /\/assets\/entry\.client-/);
    await page.goto("/testpage?exemple=limits", { waitUntil: "commit" });
    const start = page.getByLabel("Arrivée");
    await start.focus();
    letThrough();
    await page.waitForLoadState("networkidle");
    await expect(page.locator("body.js")).toBeVisible();
    await expect(start).toBeFocused();
    await expect(page.locator("[data-control]")).toBeHidden();
    await start.fill("2027-03-12");
    await page.getByLabel("Départ").fill("2027-03-14");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("start=2027-03-12 end=2027-03-14")).toBeVisible();
  });

  test.describe("whose script does not come", () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED/] });

    test("leaves the native fields as they are", async ({ page }) => {
      await page.route(/\/assets\/entry\.client-/, (route) => route.abort());
      await page.goto("/testpage?exemple=limits");
      await page.getByLabel("Arrivée").fill("2027-03-12");
      await page.getByLabel("Départ").fill("2027-03-14");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByText("start=2027-03-12 end=2027-03-14")).toBeVisible();
    });
  });

  test.describe("whose code breaks", () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED|dynamically imported module/] });

    test("gives the native fields back, with what they held", async ({ page }) => {
      await page.route(DATE_RANGE_CODE, (route) => route.abort());
      await show(page, "footer");
      await field(page).focus();
      await expect(plain(page)).toBeVisible();
      await expect(page.locator("[data-control]")).toBeHidden();
      await expect(page.getByLabel("Arrivée")).toBeFocused();
      await expectNative(page, "2027-03-03", "2027-03-05");
    });
  });

  test.describe("whose code breaks while something is typed", () => {
    test.use({ expectedConsoleErrors: [/ERR_FAILED|dynamically imported module/] });

    test("lets the form go without it", async ({ page }) => {
      let fail = () => {};
      const gate = new Promise<void>((resolve) => (fail = resolve));
      await page.route(DATE_RANGE_CODE, async (route) => {
        await gate;
        await route.abort();
      });
      await show(page, "limits");
      await field(page).focus();
      await page.keyboard.type("2027-03-2");
      fail();
      await expect(page.locator("[data-control]")).toBeHidden();
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page).toHaveURL(/[?&]start=&/);
    });
  });

  test("gives way to the native fields while its code is slow", async ({ page }) => {
    await page.route(DATE_RANGE_CODE, () => {});
    await show(page, "limits");
    await field(page).focus();
    await expect(plain(page)).toBeVisible();
    await page.getByLabel("Arrivée").fill("2027-03-12");
    await page.getByLabel("Départ").fill("2027-03-14");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("start=2027-03-12 end=2027-03-14")).toBeVisible();
  });

  test("keeps its place once its code is there", async ({ page }) => {
    await page.clock.install();
    await open(page, "french");
    await page.clock.runFor(2_000);
    await expect(plain(page)).toBeHidden();
  });

  test("takes over what is filled in while its code is slow", async ({ page }) => {
    const letThrough = await heldBack(page, DATE_RANGE_CODE);
    await show(page, "limits");
    await field(page).focus();
    await page.keyboard.type("2027-03-20 ~ 2027-03-22");
    await page.getByLabel("Arrivée").fill("2027-03-12");
    await page.getByLabel("Départ").fill("2027-03-14");
    await page.getByRole("button", { name: "Send" }).focus();
    letThrough();
    await expect(plain(page)).toBeHidden();
    await expect(field(page)).toHaveValue("2027-03-12 ~ 2027-03-14");
    await expectNative(page, "2027-03-12", "2027-03-14");
  });

  test("sends nothing by Enter, and its native values by the button", async ({ page }) => {
    await open(page, "french");
    const sent = sentBy(page);
    await page.keyboard.type("07/06/2027 - 09/06/2027");
    await page.keyboard.press("Enter");
    await expect(popup(page)).toBeHidden();
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("start=2027-06-07 end=2027-06-09")).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test("asks to mend what is no range, and holds the form back", async ({ page }) => {
    await open(page, "french");
    const sent = sentBy(page);
    // As the product's forms, which leave all checks to the server: the browser holds none of them back.
    await page.locator("form:has([data-control])").evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.keyboard.type("09/06/2027 - 07/06/2027");
    await page.keyboard.press("Enter");
    const words = "Saisissez vos dates au format JJ/MM/AAAA - JJ/MM/AAAA";
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    await expect(field(page)).toHaveAccessibleDescription(new RegExp(words));
    await expectAccessible(page);
    await screenshot(page, "dates-error");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue("09/06/2027 - 07/06/2027");
    expect(sent).toEqual([]);
    await field(page).fill("");
    await page.keyboard.press("Enter");
    await expect(field(page)).not.toHaveAttribute("aria-invalid");
  });

  test("clears with its button when it has text, and opens when it has none", async ({ page }) => {
    await show(page, "chosen");
    await expect(field(page)).toHaveValue("2027-03-27 ~ 2027-04-02");
    await expect(toggle(page)).toHaveAccessibleName("Clear the dates");
    // It opens nothing, and says so.
    for (const attribute of ["aria-haspopup", "aria-expanded", "aria-controls"])
      await expect(toggle(page)).not.toHaveAttribute(attribute);
    await toggle(page).click();
    await expect(field(page)).toHaveValue("");
    await expectNative(page, "", "");
    await expect(said(page)).toHaveText("Dates cleared.");
    await page.keyboard.press("Escape");
    await expect(popup(page)).toBeHidden();
    await toggle(page).click();
    await expect(popup(page)).toBeVisible();
    await expect(field(page)).toBeFocused();
    await expect(toggle(page)).toHaveAccessibleName("Close the calendar");
    await expect(toggle(page)).toHaveAttribute("aria-haspopup", "dialog");
    await toggle(page).click();
    await expect(popup(page)).toBeHidden();
    await expect(field(page)).toBeFocused();
    await expect(toggle(page)).toHaveAccessibleName("Open the calendar");
  });
});

test.describe("each option", { tag: "@js" }, () => {
  test("value, and the months that it opens with", async ({ page }) => {
    await open(page, "chosen");
    await expectMonths(page, "March 2027", "April 2027");
    await expect(grids(page).first()).toHaveAttribute("aria-multiselectable", "true");
    await expect(day(page, "2027-03-27")).toHaveAccessibleName("Saturday, March 27, 2027, start");
    await expect(day(page, "2027-03-30")).toHaveAccessibleName(/, in the range$/);
    await expect(day(page, "2027-04-02")).toHaveAccessibleName(/, end$/);
  });

  test("stay: today is the server's, whatever the clock says here", async ({ page }) => {
    await page.clock.setFixedTime("2027-06-05T10:00:00Z");
    await open(page, "stay");
    await expect(popup(page).locator(".rdp-today")).toHaveAttribute("data-day", "2027-06-02");
  });

  test("outsideDays: none, and as many cells", async ({ page }) => {
    await open(page, "no-outside-days");
    await expect(popup(page).locator("[data-outside] button")).toHaveCount(0);
    await expect(grids(page).first().getByRole("row")).toHaveCount(6);
  });

  test("id, label and name: the field, what starts with it, and the text that is sent as well", async ({
    page,
  }) => {
    await open(page, "named");
    await expect(page.getByLabel("A name of its own")).toHaveAttribute("id", "named");
    await expect(popup(page)).toHaveAttribute("id", "named-calendrier");
    await expect(toggle(page)).toHaveAttribute("aria-controls", "named-calendrier");
    await page.keyboard.type("2027-03-02 ~ 2027-03-04");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("when=2027-03-02 ~ 2027-03-04")).toBeVisible();
  });

  test("min and max: days, months and years beyond are out of reach", async ({ page }) => {
    await open(page, "limits");
    await expectMonths(page, "March 2027", "April 2027");
    await expect(day(page, "2027-03-09")).toBeDisabled();
    await expect(day(page, "2027-03-09")).toHaveAccessibleName(/too early$/);
    await expect(day(page, "2027-03-10")).toBeEnabled();
    const back = popup(page).getByRole("button", { name: "Previous month, calendar of March" });
    await expect(back).toHaveAttribute("aria-disabled", "true");
    await popup(page).getByRole("button", { name: "2027, choose the year" }).first().click();
    const years = popup(page).getByRole("group", { name: "Years" }).getByRole("button");
    await expect(years).toHaveText(Array.from({ length: 12 }, (_, index) => `${2027 + index}`));
    await expect(years.nth(1)).toBeEnabled();
    await expect(years.nth(2)).toBeDisabled();
    await years.nth(1).click();
    await expectMonths(page, "March 2028", "April 2028");
  });

  test("a calendar beyond the limits shows the month that it names", async ({ page }) => {
    await open(page, "limits");
    const [first, second] = [0, 1].map((at) => popup(page).locator(".dr-month").nth(at));
    const named = (calendar: Locator, name: string) =>
      expect(calendar.getByRole("button", { name: `${name}, choose the month` })).toBeVisible();
    // The second reaches the first, which steps aside to a month without a day to choose.
    await second!.getByRole("button", { name: "Previous month, calendar of April" }).click();
    await named(first!, "February");
    await expectMonths(page, "February 2027", "March 2027");
    await expect(first!.locator("td[data-day='2027-02-28'] button")).toBeDisabled();
    await first!.getByRole("button", { name: "Next month, calendar of February" }).click();
    await expectMonths(page, "March 2027", "April 2027");

    await popup(page).getByRole("button", { name: "2027, choose the year" }).first().click();
    await popup(page).getByRole("button", { name: "2028", exact: true }).click();
    for (const month of ["March", "April"]) {
      await first!
        .getByRole("button", { name: `Next month, calendar of ${month}`, exact: true })
        .click();
    }
    await named(second!, "June");
    await expectMonths(page, "May 2028", "June 2028");
  });

  test("disabledDates: in the keyboard’s way, with their reason", async ({ page }) => {
    await open(page, "disabled-dates");
    await expect(day(page, "2027-03-10")).toHaveAttribute("aria-disabled", "true");
    await expect(day(page, "2027-03-10")).toHaveAccessibleName(/, closed for works$/);
    await expect(day(page, "2027-03-20")).toHaveAccessibleName(/, unavailable$/);
    await day(page, "2027-03-11").click({ force: true });
    await expect(said(page)).toHaveText("Thursday, March 11, 2027, closed for works.");
    await expect(field(page)).toHaveValue("");
    await day(page, "2027-03-08").click();
    await day(page, "2027-03-14").hover();
    await expect(said(page)).toContainText("not available");
    await day(page, "2027-03-14").click();
    await expect(field(page)).toHaveValue("2027-03-08 ~ ");
    await day(page, "2027-03-09").click();
    await expect(field(page)).toHaveValue("2027-03-08 ~ 2027-03-09");
  });

  test("footer: Apply holds, Cancel puts back", async ({ page }) => {
    await open(page, "footer");
    await day(page, "2027-03-09").click();
    const apply = popup(page).getByRole("button", { name: "Apply" });
    await expect(apply).toBeDisabled();
    await day(page, "2027-03-11").click({ force: true });
    await expectNative(page, "2027-03-03", "2027-03-05");
    await popup(page).getByRole("button", { name: "Cancel" }).click();
    await expect(popup(page)).toBeHidden();
    await expect(field(page)).toHaveValue("2027-03-03 ~ 2027-03-05");
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await day(page, "2027-03-09").click();
    await day(page, "2027-03-11").click({ force: true });
    await apply.click();
    await expect(popup(page)).toBeHidden();
    await expectNative(page, "2027-03-09", "2027-03-11");
  });

  test.describe("footer in a low window", () => {
    test.use({ viewport: { width: 1280, height: 640 } });

    test("is in sight from the first, and covers no day that the keys go to", async ({ page }) => {
      await open(page, "stay");
      const reserve = popup(page).getByRole("button", { name: "Réserver" });
      await expect(reserve).toBeInViewport({ ratio: 1 });
      await press(page, "ArrowDown", "End");
      for (let week = 0; week < 5; week += 1) {
        await press(page, "ArrowDown");
        await expect(reserve).toBeInViewport({ ratio: 1 });
        const focused = (await page.locator(":focus").boundingBox())!;
        const footer = (await popup(page).locator(".dr-footer").boundingBox())!;
        expect(focused.y + focused.height).toBeLessThanOrEqual(footer.y);
      }
    });
  });

  test.describe("footer in a window of a page four times as large", () => {
    test.use({ viewport: { width: 320, height: 180 } });

    test("leaves the room to the days", async ({ page }) => {
      await show(page, "stay");
      await toggle(page).click();
      await day(page, "2027-06-16").focus();
      const [week, sheet] = [
        (await page.locator(":focus").boundingBox())!,
        (await popup(page).boundingBox())!,
      ];
      expect(week.y).toBeGreaterThanOrEqual(sheet.y);
      expect(week.y + week.height).toBeLessThanOrEqual(180);
      expect(await popup(page).locator(".dr-footer").isVisible()).toBe(true);
      await expect(popup(page).locator(".dr-footer")).not.toBeInViewport();
      await popup(page).getByRole("button", { name: "Annuler" }).focus();
      await expect(popup(page).getByRole("button", { name: "Annuler" })).toBeInViewport({
        ratio: 1,
      });
    });
  });

  test("shortcuts: built in, worked out as it opens", async ({ page }) => {
    await page.clock.setFixedTime("2027-03-31T10:00:00Z");
    await open(page, "shortcuts");
    const list = popup(page).getByRole("group", { name: "Shortcuts" }).getByRole("button");
    await expect(list).toHaveText([
      ...["Today", "Yesterday", "Last 7 days", "Last 30 days", "This month", "Last month"],
    ]);
    await list.nth(2).press("Enter");
    await expect(popup(page)).toBeHidden();
    await expect(field(page)).toHaveValue("2027-03-25 ~ 2027-03-31");
    await expect(field(page)).toBeFocused();
  });

  test("locale, displayFormat, separator, startWeekOn", async ({ page }) => {
    await open(page, "french");
    await expectMonths(page, "mars 2027", "avril 2027");
    const heads = grids(page).first().locator("thead th");
    await expect(heads.first()).toHaveText("lun.");
    await expect(heads.last()).toHaveText("dim.");
    await expect(day(page, "2027-03-27")).toHaveAccessibleName("samedi 27 mars 2027");
    await day(page, "2027-03-27").click();
    await day(page, "2027-03-29").click();
    await expect(field(page)).toHaveValue("27/03/2027 - 29/03/2027");
  });

  test("a locale that is read from the right opens sanely", async ({ page }) => {
    await open(page, "right-to-left");
    await expect(popup(page)).toHaveAttribute("dir", "rtl");
    const [first, second] = await Promise.all(
      ["2027-03-02", "2027-03-03"].map((date) => day(page, date).boundingBox()),
    );
    expect(first!.x).toBeGreaterThan(second!.x);
    await day(page, "2027-03-02").focus();
    await page.keyboard.press("ArrowLeft");
    await expect(day(page, "2027-03-03")).toBeFocused();
    await expectAccessible(page);
    await screenshot(page, "dates-rtl");
  });

  test("an unknown locale is English, and a colour that is unknown is blue", async ({ page }) => {
    await open(page, "unknown-locale");
    await expectMonths(page, "March 2027", "April 2027");
    await open(page, "no-colour");
    await expect(popup(page)).toHaveAttribute("data-color", "blue");
    await open(page, "rose");
    await expect(day(page, "2027-03-03")).toHaveCSS("background-color", "rgb(190, 18, 60)");
    await expectAccessible(page);
  });

  test.describe("that is wrong", () => {
    test.use({ expectedConsoleErrors: [/^Date range /] });
    test("is told on the console, and does no harm", async ({ page }) => {
      const told: string[] = [];
      page.on("console", (message) => message.type() === "error" && told.push(message.text()));
      await open(page, "empty-locale");
      await open(page, "bad-limits");
      expect(told.map((text) => text.replace(/^Date range [\w-]+: /, ""))).toEqual([
        "locale is empty, en is used",
        "min is no day: 2027-02-30",
        "max is no day: soon",
      ]);
    });
  });

  test("popupDirection, and flipping where nothing is forced", async ({ page }) => {
    const isAbove = async () => {
      const [box, input] = [await popup(page).boundingBox(), await field(page).boundingBox()];
      return box!.y < input!.y;
    };
    await open(page, "up");
    expect(await isAbove()).toBe(true);
    await open(page, "down");
    expect(await isAbove()).toBe(false);
    await show(page, "start-from");
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("main { padding-top: 500px !important }");
      document.adoptedStyleSheets.push(sheet);
    });
    await field(page).focus();
    await expect(popup(page)).toBeVisible();
    await expect.poll(isAbove).toBe(true);
  });

  test("placeholder and hint, readOnly, disabled, required, error", async ({ page }) => {
    await open(page, "placeholder");
    await expect(field(page)).toHaveAttribute("placeholder", "When?");
    await expect(field(page)).toHaveAccessibleDescription("Two days");
    await show(page, "disabled");
    await expect(toggle(page)).toBeDisabled();
    await field(page).click({ force: true });
    await expect(popup(page)).toHaveCount(0);
    await open(page, "read-only");
    await page.keyboard.type("2027-04-01");
    await expect(field(page)).toHaveValue("2027-03-03 ~ 2027-03-05");
    await open(page, "required");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page).toHaveURL(/exemple=required$/);
    expect(await field(page).evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(
      "Please choose a date",
    );
    await show(page, "refused");
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    await expect(field(page)).toHaveAccessibleDescription(/These days are gone\.$/);
    await expectAccessible(page);
  });
});

test.describe("the calendars", { tag: "@js" }, () => {
  test("have lists of months and years, which close after a choice", async ({ page }) => {
    await open(page, "start-from");
    const month = popup(page).getByRole("button", { name: "March, choose the month" });
    await month.click();
    await expect(month).toHaveAttribute("aria-expanded", "true");
    const months = popup(page).getByRole("group", { name: "Months" }).getByRole("button");
    await expect(months).toHaveCount(12);
    await expect(months.nth(2)).toHaveAttribute("aria-current", "true");
    await expectAccessible(page);
    await months.nth(9).click();
    await expectMonths(page, "October 2027", "November 2027");
    await expect(said(page)).toHaveText("October 2027.");
    await expect(
      popup(page).getByRole("button", { name: "October, choose the month" }),
    ).toBeFocused();
  });

  test.describe("where people take motion", () => {
    test.use({ contextOptions: { reducedMotion: "no-preference" } });

    test("show a choice of month for 250 ms", async ({ page }) => {
      await open(page, "start-from");
      await page.clock.install({ time: "2027-03-01T10:00:00Z" });
      await page.clock.pauseAt("2027-03-01T11:00:00Z");
      await popup(page).getByRole("button", { name: "March, choose the month" }).click();
      const months = popup(page).getByRole("group", { name: "Months" });
      await months.getByRole("button").nth(9).click();
      await expect(months.getByRole("button").nth(9)).toHaveAttribute("aria-current", "true");
      await page.clock.runFor(249);
      await expect(months).toBeVisible();
      await page.clock.runFor(1);
      await expect(months).toBeHidden();
    });
  });

  for (const [example, sunday, monday] of [
    ["start-from", "2027-03-28", "2027-03-29"],
    ["clocks", "2027-10-31", "2027-11-01"],
  ] as const) {
    test(`keep their days where the clocks change: ${sunday}`, async ({ page }) => {
      await open(page, example);
      const month = sunday.slice(0, 7);
      const cells = grids(page).first().locator("td:not([data-outside])");
      const days = await cells.evaluateAll((all) =>
        all.map((cell) => cell.getAttribute("data-day")),
      );
      expect(days).toEqual(
        Array.from({ length: 31 }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`),
      );
      await day(page, sunday).click();
      await day(page, monday).click();
      await expectNative(page, sunday, monday);
    });
  }

  test("are walked with the keys, in this order", async ({ page }) => {
    await open(page, "disabled-dates");
    // They are drawn one after the other.
    await expect(grids(page)).toHaveCount(2);
    await press(page, "Tab");
    await expect(toggle(page)).toBeFocused();
    const stops: string[] = [];
    for (let stop = 0; stop < 10; stop += 1) {
      await press(page, "Tab");
      stops.push(await focusedName(page));
    }
    expect(stops).toEqual([
      ...["Previous month, calendar of March", "March, choose the month"],
      ...["2027, choose the year", "Next month, calendar of March"],
      "Monday, March 1, 2027",
      ...["Previous month, calendar of April", "April, choose the month"],
      ...["2027, choose the year", "Next month, calendar of April"],
      "Thursday, April 1, 2027",
    ]);
    await press(page, "Tab");
    await expect(page.getByRole("button", { name: "Send" })).toBeFocused();
    await expect(popup(page)).toBeHidden();
  });

  test("are entered by the arrow, and left by Escape with the focus given back", async ({
    page,
  }) => {
    await open(page, "disabled-dates");
    await press(page, "ArrowDown");
    await expect(day(page, "2027-03-01")).toBeFocused();
    for (const [key, date] of [
      ["ArrowDown", "2027-03-08"],
      ["ArrowRight", "2027-03-09"],
      // A day that cannot be had keeps its place.
      ["ArrowRight", "2027-03-10"],
      ["End", "2027-03-13"],
      ["Home", "2027-03-07"],
      ["ArrowUp", "2027-02-28"],
      ["PageDown", "2027-03-28"],
      ["Shift+PageDown", "2028-03-28"],
      ["Shift+PageUp", "2027-03-28"],
    ] as const) {
      await press(page, key);
      await expect(page.locator(":focus"), key).toHaveAccessibleName(nameOf(date));
    }
    await press(page, "Enter", "ArrowRight", "Enter");
    await expect(popup(page)).toBeHidden();
    await expect(field(page)).toBeFocused();
    await expectNative(page, "2027-03-28", "2027-03-29");
  });

  test("close by Escape, and by a press or a focus elsewhere", async ({ page }) => {
    await open(page, "start-from");
    await press(page, "ArrowDown", "Escape");
    await expect(popup(page)).toBeHidden();
    await expect(field(page)).toBeFocused();
    await press(page, "ArrowDown");
    await expect(popup(page)).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(popup(page)).toBeHidden();
  });

  test("take the focus when a narrower window makes them a sheet over the field", async ({
    page,
  }) => {
    await open(page, "start-from");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(popup(page)).toBeFocused();
    await press(page, "Tab");
    await expect(popup(page).getByRole("button", { name: "Close the calendar" })).toBeFocused();
    await press(page, "Escape");
    await expect(toggle(page)).toBeFocused();
  });

  test("fit every width and size of text, in colours of the system too", async ({ page }) => {
    await open(page, "footer");
    for (const width of [320, 360, 768, 1280]) await expectLayout(page, width, "open calendar");
    await page.emulateMedia({ forcedColors: "active" });
    const chosen = day(page, "2027-03-03");
    const other = day(page, "2027-03-15");
    const ground = (button: Locator) =>
      button.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground(chosen)).not.toBe(await ground(other));
  });
});

test.describe("a venue’s page", { tag: "@js" }, () => {
  test("says what days cost as they are chosen, to the cent what the server says", async ({
    page,
    owner,
  }) => {
    const venue = await newVenue(owner, { time: "Half", price: 38_033 });
    await takeSlots(
      venue,
      [inDays(12), "AM"],
      ...(["AM", "PM"] as const).map((slot) => [inDays(20), slot] as [string, "AM" | "PM"]),
    );
    const path = `/reservation/${venue._id.toString()}`;
    await page.goto(path);
    const card = page.locator("#reserver");
    const dates = card.getByRole("textbox", { name: "Date de réservations" });
    await expect(dates).toHaveAttribute("placeholder", "Date de réservations");
    await screenshot(page, "dates-lieu-ferme");
    await dates.focus();
    await expect(popup(page)).toBeVisible();
    await dates.fill(`${french(inDays(19))} - ${french(inDays(22))}`);
    await expect(card.getByRole("status")).toContainText("Une réservation existe déjà");
    const taken = popup(page).locator(`[data-day="${inDays(20)}"] button`);
    await expect(taken).toHaveAccessibleName(/, fermé$/);
    await taken.click({ force: true });
    await expect(card.getByRole("status")).toHaveText(/, fermé\.$/);
    await screenshot(page, "dates-lieu-pris");
    await dates.fill("");
    await page.keyboard.press("Escape");

    // Above its field, too, the calendar keeps its days under the pointer while what they cost comes and goes.
    await dates.click();
    const isAt = async () => (await grids(page).first().boundingBox())!.y;
    const opened = await isAt();
    await day(page, inDays(13)).click();
    await day(page, inDays(14)).hover();
    await expect(popup(page).locator(".breakdown")).toBeVisible();
    expect(await isAt()).toBe(opened);
    await day(page, inDays(14)).click();
    await expect(popup(page).getByRole("group", { name: /^Départ/ })).toBeVisible();
    expect(await isAt()).toBe(opened);
    await page.keyboard.press("Escape");

    await chooseDays(page, inDays(12), inDays(14), { start: "PM", end: "AM" });
    await expect(reserveButton(page)).toBeFocused();
    await expect(card).toContainText(spaced("4 demi-journées × 380,33 €"));
    const breakdown = card.locator("[data-control] .breakdown");
    const live = await breakdown.innerText();
    await page.goto(`${path}?start=${inDays(12)}&startSlot=PM&end=${inDays(14)}&endSlot=AM`);
    const server = await card.locator("[data-plain] .breakdown").evaluate((list) => {
      list.closest<HTMLElement>("[data-plain]")!.hidden = false;
      return (list as HTMLElement).innerText;
    });
    expect(live).toBe(server);
    expect(await breakdown.innerText()).toBe(server);
    await dates.focus();
    await expect(popup(page).locator(".breakdown")).toHaveText(
      spaced(server.replaceAll("\n", " ")),
    );
    await expectAccessible(page);
    await screenshot(page, "dates-lieu-choisi");
    for (const width of [320, 768, 1280]) await expectLayout(page, width, "venue, open calendar");
  });

  test("is not asked for a price without the days that are typed before the calendar is there", async ({
    page,
    owner,
  }) => {
    await page.route(DATE_RANGE_CODE, () => {});
    const path = `/reservation/${(await newVenue(owner))._id.toString()}`;
    await page.goto(path, { waitUntil: "networkidle" });
    const dates = page.getByRole("textbox", { name: "Date de réservations" });
    await dates.fill(`${french(inDays(30))} - ${french(inDays(32))}`);
    await reserveButton(page).click();
    await expect(page.getByLabel("Arrivée")).toBeFocused();
    await expect(reserveButton(page)).toHaveText("Réserver");
    await expect(dates).toHaveValue(`${french(inDays(30))} - ${french(inDays(32))}`);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  });

  test("shows the price of the half day that the browser has kept", async ({ page, owner }) => {
    const venue = await newVenue(owner, { time: "Half", price: 38_033 });
    const days = `start=${inDays(12)}&startSlot=AM&end=${inDays(14)}&endSlot=PM`;
    await page.goto(`/reservation/${venue._id.toString()}?${days}`);
    await page.getByRole("textbox", { name: "Date de réservations" }).click();
    const end = popup(page).getByRole("group", { name: /^Départ/ });
    await end.getByText("Matin").click();
    await popup(page).getByRole("button", { name: "Réserver" }).click();
    const price = page.locator("#reserver [data-control] .breakdown");
    await expect(price).toContainText("5 demi-journées");
    await page.goto("/contact");
    await page.goBack();
    await expect(plain(page).locator("[name=endSlot]")).toHaveValue("AM");
    await expect(price).toContainText("5 demi-journées");
  });

  test("the search takes its days in the same field", async ({ page }) => {
    await page.goto("/reservation");
    await page.getByText("Filtrer", { exact: true }).click();
    const dates = page.getByRole("textbox", { name: "Dates" });
    await dates.focus();
    await expect(popup(page)).toBeVisible();
    await dates.fill(`${french(inDays(30))} - ${french(inDays(32))}`);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Rechercher" }).click();
    await expect(page).toHaveURL(new RegExp(`start=${inDays(30)}&end=${inDays(32)}`));
    await page.locator("summary").filter({ hasText: "Filtrer" }).click();
    await expect(dates).toHaveValue(`${french(inDays(30))} - ${french(inDays(32))}`);
    await expectAccessible(page);
  });
});

/** As it is typed: '05/12/2026'. */
const french = (date: string) => date.split("-").reverse().join("/");

test.describe("on a phone", { tag: "@js" }, () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  // As a link within the page leaves one: what the step back would scroll to, and give the focus to.
  for (const fragment of ["", "#contenu"]) {
    test(`a sheet that is left by its button leaves in sight what comes next${fragment}`, async ({
      page,
      owner,
    }) => {
      const venue = await newVenue(owner);
      await page.goto(`/reservation/${venue._id.toString()}${fragment}`);
      await toggle(page).tap();
      await popup(page).getByRole("button", { name: "Mois suivant" }).tap();
      const month = shiftMonth(monthOf(inDays(1)), 1);
      await day(page, `${month}-10`).tap();
      await day(page, `${month}-12`).tap();
      await popup(page).getByRole("button", { name: "Réserver" }).tap();
      await expect(popup(page)).toBeHidden();
      await expect(reserveButton(page)).toBeFocused();
      await page.waitForFunction("history.state === null");
      await expect(reserveButton(page)).toBeInViewport({ ratio: 1 });
    });
  }

  test("a sheet opens by the button alone, and Back closes it", async ({ page }) => {
    await show(page, "stay");
    await field(page).tap();
    await expect(field(page)).toBeFocused();
    await expect(popup(page)).toHaveCount(0);
    await toggle(page).tap();
    await expect(popup(page)).toBeVisible();
    await expect(popup(page)).toBeFocused();
    const box = await popup(page).boundingBox();
    expect([box!.x, box!.width, Math.round(box!.y + box!.height)]).toEqual([0, 360, PHONE.height]);
    await expectAccessible(page);
    await expectMonths(page, "juin 2027");

    await day(page, "2027-06-07").tap();
    await day(page, "2027-06-09").tap();
    await popup(page).getByText("Après-midi").first().tap();
    await expect(popup(page).getByText("5 demi-journées")).toBeVisible();
    await screenshot(page, "dates-sheet");
    await expectAccessible(page);
    await page.goBack();
    await expect(popup(page)).toBeHidden();
    await expect(page).toHaveURL(/exemple=stay$/);
    await expect(field(page)).toHaveValue("");
    await expect(toggle(page)).toBeFocused();

    await toggle(page).tap();
    await popup(page).getByRole("button", { name: "Fermer le calendrier" }).tap();
    await expect(popup(page)).toBeHidden();
    await expect(toggle(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("about:blank");
  });
});

test.describe("on a phone held sideways", { tag: "@js" }, () => {
  test.use({ viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true });

  test("a sheet opens by the button alone, with one of its own to close it, and Back does", async ({
    page,
  }) => {
    await show(page, "stay");
    await toggle(page).tap();
    await expect(popup(page)).toBeFocused();
    const box = await popup(page).boundingBox();
    expect([box!.x, box!.width, Math.round(box!.y + box!.height)]).toEqual([0, 844, 390]);
    await expectMonths(page, "juin 2027");
    await expect(popup(page).getByRole("button", { name: "Fermer le calendrier" })).toBeInViewport({
      ratio: 1,
    });
    await expect(popup(page).getByRole("button", { name: "Réserver" })).toBeInViewport({
      ratio: 1,
    });
    await page.goBack();
    await expect(popup(page)).toBeHidden();
    await expect(page).toHaveURL(/exemple=stay$/);
    await expect(toggle(page)).toBeFocused();
  });
});

/** 'Sunday, March 28, 2027', with what may follow. */
function nameOf(date: string): RegExp {
  const format = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" });
  return new RegExp(`^${format.format(new Date(date))}`);
}
