import { UserModel } from "@models/user";
import { expect, it } from "vitest";
import { OWN_USER_FIELDS, ownUserOutput, toOwnUser } from "./own-user.server";

it("answers its holder all that an account of any kind has, and nothing of what keeps others out", () => {
  const stored = new UserModel({
    ...{ _id: "6".repeat(24), tag: "T1", name: "Marie", lastname: "Durand" },
    ...{ email: "marie@exemple.fr", type: "Entités privés", role: "Association" },
    ...{ natureOfCollectivity: "Commune", dateOfBirth: "1990-05-17" },
    ...{ entityName: "Les Tilleuls", siret: "73282932000074", RNA: "W691234567" },
    ...{ INSEE: "732829320", vatRegime: "assujetti", vatNumber: "FR44732829320" },
    ...{ phone: "+33612345678", avatar: "a".repeat(24) },
    ...{ street: "1 rue des Lilas", postalCode: "69001", city: "Lyon", country: "France" },
    ...{ isAdmin: false, isVerified: true, cookiesSet: true, accountId: "acct_1" },
    cookiesSetOn: "2026-11-20",
    ...{ stripeStats: "active", spondorshipCode: "PARRAIN", link_id: "b".repeat(24) },
    ...{ createdAt: "2026-11-21T08:00:00Z", lastLogin: "2026-11-22T08:00:00Z" },
    ...{ passwordHash: "$2a$", stripeCustomerId: "cus_1", lock: 3 },
  }).toObject();
  const asRead = Object.fromEntries(
    Object.entries(stored).filter(([field]) => OWN_USER_FIELDS.includes(field)),
  ) as typeof stored;
  const user = toOwnUser(asRead, new Date("2026-11-23T08:00:00Z"));
  expect(ownUserOutput.parse({ user })).toEqual({ user });
  expect(user).toMatchInlineSnapshot(`
    {
      "INSEE": "732829320",
      "RNA": "W691234567",
      "_id": "666666666666666666666666",
      "accountId": "acct_1",
      "avatar": "/images/aaaaaaaaaaaaaaaaaaaaaaaa/320.webp",
      "city": "Lyon",
      "cookiesSet": true,
      "country": "France",
      "createdAt": "2026-11-21T08:00:00.000Z",
      "dateOfBirth": "1990-05-17",
      "email": "marie@exemple.fr",
      "entityName": "Les Tilleuls",
      "isAdmin": false,
      "isVerified": true,
      "lastLogin": "2026-11-22T08:00:00.000Z",
      "lastname": "Durand",
      "link_id": "bbbbbbbbbbbbbbbbbbbbbbbb",
      "name": "Marie",
      "natureOfCollectivity": "Commune",
      "phone": "+33612345678",
      "postalCode": "69001",
      "role": "Association",
      "siret": "73282932000074",
      "spondorshipCode": "PARRAIN",
      "street": "1 rue des Lilas",
      "stripeStats": "active",
      "tag": "T1",
      "type": "Entités privés",
      "vatNumber": "FR44732829320",
      "vatRegime": "assujetti",
    }
  `);
});
