import { describe, expect, it } from "vitest";
import { closedAddress, emailField, isEmailAddress } from "./email-address";

describe("isEmailAddress", () => {
  it.each([
    "marie.durand@exemple.fr",
    "o'neil+salle@sous.domaine.exemple.fr",
    "a&b#1@exemple.fr",
    "contact@xn--mairie-vian-hbb.fr",
    "contact@exemple.xn--p1ai",
    `${"a".repeat(243)}@exemple.fr`,
  ])("takes %s", (address) => expect(isEmailAddress(address)).toBe(true));

  it.each([
    "",
    "marie",
    "marie@exemple",
    "marie@@exemple.fr",
    "élu@exemple.fr",
    "contact@mairie-évian.fr",
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

it.each([
  "contact@mairie-évian.fr",
  "Contact@Mairie-Évian.FR",
  "contact@ｍairie-évian.fr",
  "contact@xn--mairie-vian-hbb.fr",
  "\u200econtact@mairie-\u00adévian.fr\u200e",
])("reads one address of every way to write its domain: %s", (typed) => {
  expect(emailField().parse(typed)).toBe("contact@xn--mairie-vian-hbb.fr");
});

it.each(["contact@xn--évian.fr", "contact@évian.12", "contact@évian.ｉnvalid", "contact@évian"])(
  "refuses a domain that is none: %s",
  (typed) => expect(emailField().safeParse(typed).success).toBe(false),
);
