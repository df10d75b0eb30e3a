import { describe, expect, it } from "vitest";
import { closedAddress, emailField, isEmailAddress } from "./email-address";

describe("isEmailAddress", () => {
  it.each([
    "marie.durand@exemple.fr",
    "o'neil+salle@sous.domaine.exemple.fr",
    "a&b#1@exemple.fr",
    "contact@mairie-évian.fr",
    "contact@exemple.xn--p1ai",
    `${"a".repeat(243)}@exemple.fr`,
  ])("takes %s", (address) => expect(isEmailAddress(address)).toBe(true));

  it.each([
    "",
    "marie",
    "marie@exemple",
    "marie@@exemple.fr",
    "élu@exemple.fr",
    "marie@exemple..fr",
    "marie@-exemple.fr",
    "marie durand@exemple.fr",
    "marie@exemple.fr\r\nBcc: x@y.fr",
    "marie@exemple.fr,x@y.fr",
    "<marie@exemple.fr>",
    '"marie"@exemple.fr',
    `${"a".repeat(244)}@exemple.fr`,
    "marie@exemple.invalid",
    closedAddress("0123456789abcdef01234567"),
  ])("refuses %j", (address) => expect(isEmailAddress(address)).toBe(false));
});

it("stores addresses trimmed and in small letters", () => {
  expect(emailField().parse(" Marie.Durand@Exemple.FR ")).toBe("marie.durand@exemple.fr");
  expect(emailField("Rien").safeParse(undefined).error?.issues[0]?.message).toBe("Rien");
});
