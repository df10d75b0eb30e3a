import { get, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import type { Page, Response } from "playwright/test";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  body: Buffer;
  /** The body unpacked. */
  text: string;
}

/** GET as a browser's first visit sends it, its answer not unpacked: what it weighs on the wire. Follows no redirect. */
export async function getPacked(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  return await new Promise((resolve, reject) => {
    const request = get(
      url,
      { headers: { "accept-encoding": "br", ...headers }, signal: AbortSignal.timeout(60_000) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: status = 0, headers } = response;
          const body = Buffer.concat(chunks);
          const isPacked = headers["content-encoding"] === "br";
          const text = (isPacked ? brotliDecompressSync(body) : body).toString();
          resolve({ status, headers, body, text });
        });
      },
    );
    request.on("error", reject);
  });
}

/** Opens a page and returns the answers to every request it makes until it has nothing more to ask. */
export async function answersOf(page: Page, path: string): Promise<Response[]> {
  const answers: Response[] = [];
  const note = (response: Response) => void answers.push(response);
  page.on("response", note);
  await page.goto(path, { waitUntil: "networkidle" });
  page.off("response", note);
  return answers;
}

/** The scripts among them: names (without folder and hash) and gzip bytes in all. */
export async function scriptsOf(answers: Response[]) {
  const scripts = answers.filter((answer) => answer.request().resourceType() === "script");
  const bodies = await Promise.all(scripts.map((script) => script.body()));
  return {
    names: scripts.map((script) => scriptName(script.url())),
    bytes: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0),
  };
}

/** `/assets/submit-once-BYYufz_W.js` → `submit-once`. */
function scriptName(url: string): string {
  return new URL(url).pathname.replace(/^.*\//, "").replace(/-[\w-]{8}\.js$/, "");
}

export interface ShownImage {
  path: string;
  /** CSS pixels on screen. */
  width: number;
  /** CSS pixels that `sizes` promised; null without `srcset`. */
  promised: number | null;
  /** Pixels of each rendition on offer, smallest first. */
  offered: number[];
  /** Pixels of the rendition that the browser took. */
  chosen: number;
  inFirstScreen: boolean;
}

/** Every image that the page shows in its layout, loaded or not. */
export async function imagesOf(page: Page): Promise<ShownImage[]> {
  return await page.evaluate(() => {
    const lengthOf = (sizes: string): number => {
      const entry = sizes
        .split(/,(?![^(]*\))/)
        .map((text) => /^\s*(?:(\([^)]*\))\s+)?(.+?)\s*$/.exec(text))
        .find((parts) => parts && (!parts[1] || matchMedia(parts[1]).matches));
      const ruler = document.createElement("div");
      ruler.style.position = "absolute";
      ruler.style.width = entry?.[2] ?? "";
      document.body.append(ruler);
      const { width } = ruler.getBoundingClientRect();
      ruler.remove();
      return width;
    };
    return [...document.images]
      .filter((image) => image.getClientRects().length > 0)
      .map((image) => {
        const box = image.getBoundingClientRect();
        const offers = image.srcset
          ? image.srcset.split(",").map((offer) => {
              const [path = "", pixels = ""] = offer.trim().split(" ");
              return { path, pixels: parseInt(pixels) };
            })
          : [];
        const path = image.currentSrc ? new URL(image.currentSrc).pathname : "";
        return {
          path,
          width: box.width,
          promised: image.srcset ? lengthOf(image.sizes) : null,
          offered: offers.map(({ pixels }) => pixels),
          chosen: offers.find((offer) => offer.path === path)?.pixels ?? 0,
          inFirstScreen: box.top < innerHeight && box.left < innerWidth && box.bottom > 0,
        };
      });
  });
}
