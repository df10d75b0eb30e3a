import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { enrolment, stepOfCode } from "./totp.server";

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

describe("what an app is told to know a secret by", () => {
  const { address, qr } = enrolment(SECRET, "marie@exemple.fr");

  it("is whose it is, of which site, and how its codes are made", () => {
    const url = new URL(address);
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      ...["otpauth:", "totp", "/Place des Salles:marie@exemple.fr"],
    ]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ issuer: "Place des Salles", secret: SECRET },
      ...{ algorithm: "SHA1", digits: "6", period: "30" },
    });
  });

  it("is drawn as cameras look for it: three dark corners, and nothing in the margin of four", () => {
    const units = [...qr.path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
    expect(units.length * "M4 4h1v1h-1z".length).toBeLessThanOrEqual(qr.path.length);
    const isDark = (x: number, y: number) => units.includes(`${x} ${y}`);
    const last = qr.size - 4 - 7;
    const rows = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
    for (const [left, top] of [
      [4, 4],
      [last, 4],
      [4, last],
    ] as const) {
      const drawn = rows.map((row, y) =>
        [...row].map((_, x) => (isDark(left + x, top + y) ? "#" : ".")).join(""),
      );
      expect(drawn).toEqual(rows);
    }
    const inMargin = units.filter((unit) =>
      unit.split(" ").some((place) => Number(place) < 4 || Number(place) >= qr.size - 4),
    );
    expect(inMargin).toEqual([]);
  });
});

describe("a code", () => {
  const totp = new TOTP({ secret: Secret.fromBase32(SECRET) });
  const now = new Date("2027-03-10T09:00:00Z");
  const step = now.getTime() / 30_000;
  const codeOf = (steps: number) => totp.generate({ timestamp: (step + steps) * 30_000 });

  it("is taken of its own half minute, and of the one before and after", () => {
    const taken = [-2, -1, 0, 1, 2].map((steps) => stepOfCode(SECRET, codeOf(steps), now));
    expect(taken).toEqual([null, step - 1, step, step + 1, null]);
    expect(stepOfCode(SECRET, codeOf(0), new Date(now.getTime() + 29_999))).toBe(step);
  });
});
