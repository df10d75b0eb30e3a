import type { Response } from "playwright/test";
import { answersOf, getPacked, imagesOf, scriptsOf, type ShownImage } from "../support/weight";
import { inDays } from "../support/journey";
import { watchShifts } from "../support/layout";
import { expect, test } from "../support/test";

/** What pages weigh: bytes, scripts and pictures, each held to its bar (docs/benchmarks.md). */

const TEN_PACKETS = 14_600;
const STATIC_PAGES = [
  ...["/qui-sommes-nous", "/mentions-legales", "/CGU", "/CGV", "/politique", "/accessibilite"],
];
const PHONE = { width: 360, height: 800 };
/** How far `sizes` may be from the truth, and a rendition from sharpness, before anyone sees it. */
const TOLERANCE = 0.05;

/** Paths of the venues on the listing's first page. */
async function venuePaths(baseURL: string): Promise<string[]> {
  const { text } = await getPacked(`${baseURL}/reservation`);
  return [...new Set(text.match(/\/reservation\/[0-9a-f]{24}(?=")/g))];
}

test.describe("W1: a page with its style", { tag: "@no-js" }, () => {
  for (const path of ["/", "/reservation", "/connexion", "/inscription", "/inscription-c"]) {
    test(`${path} comes in ten packets`, async ({ baseURL }) => {
      const { status, headers, body } = await getPacked(`${baseURL}${path}`);
      expect(status).toBe(200);
      expect(headers["content-encoding"]).toBe("br");
      expect(body.length).toBeLessThanOrEqual(TEN_PACKETS);
    });
  }

  test("so does the heaviest listing: with dates, a price, an order and a page before it", async ({
    baseURL,
  }) => {
    const [start, end] = [inDays(30), inDays(31)];
    const asked = { start, end, minPrice: "50", maxPrice: "5000", sort: "rating", page: "2" };
    const query = new URLSearchParams(asked).toString();
    const { status, text, body } = await getPacked(`${baseURL}/reservation?${query}`);
    expect(status).toBe(200);
    expect(text.match(/<article/g)).toHaveLength(20);
    // What negates a name in the code is no important class (tailwind.config.ts).
    expect(text.match(/\.\\![\w-]+/g)).toBeNull();
    expect(body.length).toBeLessThanOrEqual(TEN_PACKETS);
  });

  test("so does every venue of the listing", async ({ baseURL }) => {
    const paths = await venuePaths(baseURL!);
    expect(paths).toHaveLength(20);
    for (const path of paths) {
      const { body } = await getPacked(`${baseURL}${path}`);
      expect(body.length, path).toBeLessThanOrEqual(TEN_PACKETS);
    }
  });

  test("asks for no style sheet and no font beside it", async ({ page }) => {
    const answers = await answersOf(page, "/reservation");
    const beside = answers.filter((answer) =>
      ["stylesheet", "font"].includes(answer.request().resourceType()),
    );
    expect(beside.map((answer) => answer.url())).toEqual([]);
  });
});

test.describe("W2: script", () => {
  for (const path of ["/", ...STATIC_PAGES, "/cette-page-n-existe-pas"]) {
    test(`none at all on ${path}`, { tag: "@js" }, async ({ page, baseURL }) => {
      const { text } = await getPacked(`${baseURL}${path}`);
      expect(text).not.toMatch(/<script|modulepreload/i);
      expect((await scriptsOf(await answersOf(page, path))).names).toEqual([]);
    });
  }

  const signup = ["entry.client", "password-meter", "password-strength", "submit-once"];
  for (const [path, names] of [
    ["/reservation", ["carousel", "entry.client"]],
    ["/connexion", ["entry.client", "submit-once"]],
    ["/inscription", signup],
    ["/inscription-c", signup],
    ["/inscription-master", signup],
    ["/inscription-c-master", signup],
  ] as const) {
    test(`of ${path}: its enhancers, 2.5 kB at most`, { tag: "@js" }, async ({ page }) => {
      const scripts = await scriptsOf(await answersOf(page, path));
      expect(scripts.names.sort()).toEqual(names);
      expect(scripts.bytes).toBeLessThanOrEqual(2_500);
    });
  }

  test("and pictures drawn here come packed", { tag: "@js" }, async ({ page, baseURL }) => {
    const files = (await answersOf(page, "/inscription")).filter((answer) =>
      /\.(?:js|svg)$/.test(new URL(answer.url()).pathname),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const { headers, body, text } = await getPacked(file.url());
      // A file this small is one packet either way.
      if (Buffer.byteLength(text) < 512) continue;
      expect(headers["content-encoding"], file.url().replace(baseURL!, "")).toBe("br");
      expect(body.length).toBeLessThan(Buffer.byteLength(text));
      expect(headers.vary).toMatch(/accept-encoding/i);
    }
  });
});

test(
  "W3: a venue's page brings 2 kB of script before anyone touches it",
  {
    tag: "@js",
  },
  async ({ page, baseURL }) => {
    const [path = ""] = await venuePaths(baseURL!);
    const scripts = await scriptsOf(await answersOf(page, path));
    expect(scripts.names).toContain("entry.client");
    expect(scripts.bytes).toBeLessThanOrEqual(2_000);
  },
);

test(
  "W3: with its calendar open, a venue's page has brought 98 kB of script",
  { tag: "@js" },
  async ({ page, baseURL }) => {
    const [path = ""] = await venuePaths(baseURL!);
    const answers: Response[] = [];
    page.on("response", (response) => void answers.push(response));
    await page.goto(path, { waitUntil: "networkidle" });
    await page.locator("#periode").focus();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.waitForLoadState("networkidle");
    const scripts = await scriptsOf(answers);
    expect(scripts.names).toContain("date-range");
    expect(scripts.bytes).toBeLessThanOrEqual(98_000);
  },
);

test.describe("W4: a phone's first screen", { tag: "@js" }, () => {
  test.use({ viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

  for (const name of ["home", "listing", "venue", "signup"]) {
    test(`${name}: 120 kB of images, none larger than needed`, async ({ page, baseURL }) => {
      const path = await pathOf(name, baseURL!);
      const answers = await answersOf(page, path);
      const shown = (await imagesOf(page)).filter((image) => image.inFirstScreen);
      // The home page begins with its search, the sign-up is a form: there are none before one scrolls.
      if (name === "listing" || name === "venue") expect(shown.length).toBeGreaterThan(0);
      const paths = new Set(shown.map((image) => image.path));
      let bytes = 0;
      for (const answer of answers) {
        if (paths.has(new URL(answer.url()).pathname)) bytes += (await answer.body()).length;
      }
      expect(bytes).toBeLessThanOrEqual(120_000);
      for (const image of shown) expectFitting(image, 2);
    });

    test(`${name}: nothing moves while it loads`, async ({ page, baseURL }) => {
      const expectCalm = await watchShifts(page);
      await page.goto(await pathOf(name, baseURL!), { waitUntil: "networkidle" });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let top = 0; top < height; top += PHONE.height) {
        await page.mouse.wheel(0, PHONE.height);
        await page.waitForLoadState("networkidle");
      }
      await expectCalm();
    });
  }
});

for (const width of [320, 600, 768, 944, 1024, 1280, 1600]) {
  test.describe(`W4: at ${width} px`, { tag: "@js" }, () => {
    test.use({ viewport: { width, height: 900 } });
    test("`sizes` says how wide each photo is", async ({ page, baseURL }) => {
      for (const name of ["home", "listing", "venue"]) {
        await page.goto(await pathOf(name, baseURL!));
        const photos = (await imagesOf(page)).filter(({ promised }) => promised !== null);
        expect(photos.length, name).toBeGreaterThan(0);
        for (const photo of photos) expectTruthful(photo, `${name} ${JSON.stringify(photo)}`);
      }
    });
  });
}

test(
  "W5: without script the listing fetches one photo a card",
  { tag: "@no-js" },
  async ({ page }) => {
    const answers = await answersOf(page, "/reservation");
    const photos = answers
      .map((answer) => new URL(answer.url()).pathname)
      .filter((path) => path.startsWith("/images/"));
    const cards = await page.locator(".venue-card").count();
    expect(cards).toBe(20);
    expect(photos).toHaveLength(await page.locator(".venue-card img.photo[srcset]").count());
    expect(new Set(photos.map((path) => path.split("/")[2])).size).toBe(photos.length);
  },
);

async function pathOf(name: string, baseURL: string): Promise<string> {
  if (name === "home") return "/";
  if (name === "listing") return "/reservation";
  if (name === "signup") return "/inscription";
  return (await venuePaths(baseURL))[0] ?? "";
}

/** The promise decides what is fetched: too wide is wasted bytes, too narrow is a blurred photo. */
function expectTruthful({ promised, width }: ShownImage, what: string): void {
  if (promised === null) return;
  expect(Math.abs(promised - width) / width, what).toBeLessThanOrEqual(TOLERANCE);
}

/** The rendition taken is the smallest that is sharp, or the largest there is. */
function expectFitting(image: ShownImage, density: number): void {
  expectTruthful(image, JSON.stringify(image));
  const needed = image.width * density * (1 - TOLERANCE);
  const sharp = image.offered.find((pixels) => pixels >= needed) ?? image.offered.at(-1);
  if (sharp !== undefined) expect(image.chosen, JSON.stringify(image)).toBe(sharp);
}
