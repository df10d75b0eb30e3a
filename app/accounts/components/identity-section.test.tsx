import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ProfilePage } from "../profile-page.server";
import { IdentitySection } from "./identity-section";

const profile: ProfilePage = {
  fullName: "Marie Durand",
  email: "marie@exemple.fr",
  avatarId: null,
  isAdmin: false,
  type: "Collectivité",
  status: null,
  identity: { name: "Marie", lastname: "Durand" },
  vat: null,
  unsaidVat: null,
  address: {},
  versions: { identity: "v1", address: "v2" },
  mayLackRna: false,
  since: "21/11/2026",
};
const read = (fields: Partial<ProfilePage>) =>
  renderToStaticMarkup(
    <IdentitySection profile={{ ...profile, ...fields }} isEdited={false} role={undefined} />,
  );

it.each([
  ["Commune", "Communale"],
  ["Département", "Départementale"],
  ["Région", "Régionale"],
  ["Métropole", "Métropolitaine"],
  ["Association", "Association"],
] as const)("says %s in the word of the signup: %s", (status, word) => {
  expect(read({ status })).toContain(`>${word}</dd>`);
});

it("says no status of an administrator", () => {
  expect(read({ isAdmin: true, type: null, status: "Commune" })).not.toContain("Statut");
});
