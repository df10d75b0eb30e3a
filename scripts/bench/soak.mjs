import { setTimeout as sleep } from "node:timers/promises";
import { atMost } from "./figures.mjs";
import { load } from "./load.mjs";
import { residentWhile } from "./resident.mjs";
import { LISTING, memberHeaders, originOf } from "./web.mjs";

const SOAK_MS = Number(process.env.BENCH_SOAK_MS) || 600_000;
/** How long each connection rests between two pages: none, or on a machine that others need too. */
const PAUSE_MS = Number(process.env.BENCH_PAUSE_MS) || 0;
/** As often as the limit on photos of one account allows. */
const UPLOAD_EVERY_MS = 12_000;
const PACKED = { "accept-encoding": "br" };
const KEPT = ["/", LISTING, `${LISTING}?page=2`, "/CGU"];
const RENDERED = ["/", LISTING, "/profil", "/mes-demandes", "/mes-paiments", "/contact"];

/** What the profile's form asks of a person, beside the picture. */
const PERSON = {
  intent: "identity",
  type: "Entités privés",
  role: "Particulier",
  name: "Camille",
  lastname: "Bernard",
  phone: "0612345678",
  dateOfBirth: "1989-07-14",
};

/** A photo as phones send them: 12 megapixels that do not pack well. */
async function photo() {
  const { default: sharp } = await import("sharp");
  const noise = { type: /** @type {const} */ ("gaussian"), mean: 128, sigma: 20 };
  const size = { width: 4_000, height: 3_000, channels: /** @type {const} */ (3), noise };
  return await sharp({ create: { ...size, background: "#888" } })
    .jpeg()
    .toBuffer();
}

/**
 * Changes the member's picture again and again.
 * @param {string} origin
 * @param {string} cookie
 */
async function upload(origin, cookie) {
  const bytes = new Uint8Array(await photo());
  const end = performance.now() + SOAK_MS;
  while (performance.now() < end) {
    const body = new FormData();
    for (const [name, value] of Object.entries(PERSON)) body.append(name, value);
    body.append("avatar", new Blob([bytes], { type: "image/jpeg" }), "moi.jpg");
    const { status } = await fetch(`${origin}/profil`, {
      method: "POST",
      body,
      headers: { cookie },
      redirect: "manual",
    });
    if (status !== 303) throw new Error(`/profil: ${status} to a photo`);
    await sleep(UPLOAD_EVERY_MS);
  }
}

/** @type {import("./figures.mjs").Scenario} */
export const soak = {
  id: "S6",
  title: `la mémoire du processus web, ${SOAK_MS / 1000} s à 32 connexions avec envois de photos`,
  async run({ stack }) {
    const service = await (await stack()).startWeb("bench-memory");
    try {
      const origin = originOf(service);
      /** @type {Record<string, string>} */
      const member = { ...(await memberHeaders(origin)), ...PACKED };
      const shared = { origin, connections: 16, ms: SOAK_MS, pauseMs: PAUSE_MS };
      const samples = await residentWhile(service.pid ?? 0, async () => {
        await Promise.all([
          load({ ...shared, paths: KEPT, headers: PACKED }),
          load({ ...shared, paths: RENDERED, headers: member }),
          upload(origin, member.cookie ?? ""),
        ]);
      });
      const third = Math.floor(samples.length / 3);
      const middle = Math.max(...samples.slice(third, 2 * third));
      const last = Math.max(...samples.slice(2 * third));
      return [
        atMost("mémoire au plus haut", Math.max(...samples), 250, "Mo", 0),
        atMost("dernier tiers / deuxième, au plus haut", (last / middle) * 100, 105, "%", 0),
      ];
    } finally {
      await service.stop();
    }
  },
};
