import { describe, expect, it } from "vitest";
import { shown } from "../../tests/support/shown";
import { ErrorPage, errorPageName, errorSign } from "./error-page";

const shownOf = (status: number, message?: string) =>
  shown(<ErrorPage status={status} message={message} retryHref="/mes-demandes/1/dates" />);

describe("a page that is not shown", () => {
  it.each([409, 410, 422])("says of a refusal, %d, why, and not that something broke", (status) => {
    const said = "Ces dates ne sont plus gardées pour vous.";
    expect(errorPageName(status)).toBe("Cette page ne peut pas s’ouvrir");
    const words = shownOf(status, said);
    expect(words).toContain(said);
    expect(words.join(" ")).toContain(`erreur ${status}`);
    expect(words.join(" ")).not.toContain("500");
  });

  it.each([
    ...([403, 404, 409, 410].map((status) => [status, false]) as [number, boolean][]),
    ...([429, 500, 502, 503].map((status) => [status, true]) as [number, boolean][]),
  ])("offers another try where it may pass, %d: %s", (status, mayPass) => {
    const words = shownOf(status).join(" ");
    expect(words.includes("/mes-demandes/1/dates Réessayer")).toBe(mayPass);
    expect(errorSign(status).mayPass ?? false).toBe(mayPass);
  });

  it("says of a failure that it may pass", () => {
    expect(errorPageName(502)).toBe("La page n’a pas pu s’afficher");
    expect(shownOf(502).join(" ")).toContain("/mes-demandes/1/dates Réessayer");
  });
});
