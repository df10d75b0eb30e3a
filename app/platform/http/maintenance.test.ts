import { expect, it } from "vitest";
import { staysOpen } from "./maintenance.server";

it("lets whoever has to enter while the site is closed choose another password first", () => {
  for (const path of [
    ...["/connexion", "/reinitialiser-mot-de-passe", "/api/auth/forgot-password"],
    ...["/reinitialisation-mot-de-passe/aZ_9-x", "/api/auth/reset-password/aZ_9-x"],
  ]) {
    expect([path, staysOpen(path)]).toEqual([path, true]);
  }
});

it("opens nothing else by the beginning of such a link, which a path with dots leads away from", () => {
  for (const path of [
    ...["/", "/inscription", "/mes-parametres/mot-de-passe", "/reinitialisation-mot-de-passe/"],
    ...["/reinitialisation-mot-de-passe/../reservation", "/api/auth/reset-password/a/b"],
    ...["/reinitialisation-mot-de-passe/%2e%2e", "/reinitialisation-mot-de-passe/jeton\n"],
  ]) {
    expect([path, staysOpen(path)]).toEqual([path, false]);
  }
});
