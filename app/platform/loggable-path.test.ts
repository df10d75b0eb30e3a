import { expect, it } from "vitest";
import { loggablePath } from "./loggable-path";

it.each([
  [`/reinitialisation-mot-de-passe/${"k".repeat(43)}`, "/reinitialisation-mot-de-passe/…"],
  [`/demandes/${"k".repeat(43)}/accepter`, "/demandes/…/accepter"],
  [`/recours/${"k".repeat(67)}`, "/recours/…"],
  ["/profil/location/665f1c2e9b3e4a0012345678", "/profil/location/665f1c2e9b3e4a0012345678"],
  ["/", "/"],
])("writes %s down as %s", (path, logged) => expect(loggablePath(path)).toBe(logged));
