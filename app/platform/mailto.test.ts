import { expect, it } from "vitest";
import { mailtoHref } from "./mailto";

it.each([
  ["marie.durand@exemple.fr", "mailto:marie.durand@exemple.fr"],
  ["a&b#1?@exemple.fr", "mailto:a%26b%231%3F@exemple.fr"],
  ["100%+salle@exemple.fr", "mailto:100%25%2Bsalle@exemple.fr"],
])("a letter to %s goes there", (email, href) => {
  expect(mailtoHref(email)).toBe(href);
  expect(decodeURIComponent(new URL(href).pathname)).toBe(email);
});
