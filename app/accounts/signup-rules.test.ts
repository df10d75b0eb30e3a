import { describe, expect, it } from "vitest";
import { toldErrors } from "~/platform/web/told-errors";
import { IDENTITY_MESSAGES } from "./identity-fields";
import { SIGNUP_KINDS, SIGNUP_PAGES, type SignupField, type SignupKind } from "./signup-fields";
import { signupFrom, signupFromPayload, signupInput, signupPayload } from "./signup-rules";

const TODAY = "2026-11-21";
const surroundings = {
  today: () => TODAY,
  isCommonPassword: (password: string) => password === "motdepasse",
};
const FORMS = new Map(SIGNUP_KINDS.map((kind) => [kind, signupInput(kind, surroundings)]));

type SignupFields = Partial<Record<SignupField, unknown>>;

const person: SignupFields = {
  name: "Marie",
  lastname: "Durand",
  email: "marie.durand@exemple.fr",
  password: "Jardin-des-Plantes",
  passwordConfirmation: "Jardin-des-Plantes",
  street: "12 rue de la Paix",
  postalCode: "69001",
  city: "Lyon",
  country: "France",
  CGU: "on",
};
const VALID: Record<string, [SignupKind, SignupFields]> = {
  particulier: ["private", { ...person, role: "Particulier" }],
  entreprise: ["private", { ...person, role: "Entreprise", siret: "73282932000074" }],
  association: ["private", { ...person, role: "Association", RNA: "W691234567" }],
  authority: ["authority", { ...person, natureOfCollectivity: "Commune" }],
  masterPrivate: [
    "master-private",
    {
      ...person,
      street: undefined,
      postalCode: undefined,
      city: undefined,
      role: "Association",
      RNA: "691234567",
    },
  ],
  masterAuthority: ["master-authority", { ...person, entityName: "Lyon", INSEE: "732829320" }],
};

function check(name: string, changes: SignupFields = {}) {
  const [kind, fields] = VALID[name]!;
  return FORMS.get(kind)!.schema.safeParse({ ...fields, ...changes });
}

function issuesOf(name: string, changes: SignupFields) {
  const issues = check(name, changes).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join()}: ${message}`);
}

const passwords = (password: string) => ({ password, passwordConfirmation: password });

const REQUIRED = "Veuillez remplir tous les champs obligatoires.";
const MASTER_REQUIRED = "Tous les champs obligatoires doivent être remplis.";
const FRANCE = "Veuillez renseigner une adresse située en France.";
const SHORT = "Le mot de passe doit contenir au moins 8 caractères.";
const MATCH = "Les mots de passe ne correspondent pas.";
const SIRET = "Veuillez entrer un numéro SIRET valide (14 chiffres).";
const INSEE = "Veuillez entrer un numéro INSEE valide (9 chiffres).";
const RNA = "Veuillez entrer un numéro RNA.";
const TERMS = "Veuillez accepter les C.G.U.";
const MASTER_SIRET = "Le numéro de SIRET doit contenir exactement 14 chiffres.";
const MASTER_RNA = "Le numéro RNA doit contenir exactement 9 caractères.";

describe("every form", () => {
  it.each(Object.keys(VALID))("takes a right %s", (name) => {
    expect(issuesOf(name, {})).toEqual([]);
  });

  it.each(["particulier", "authority", "masterPrivate", "masterAuthority"])(
    "holds %s to what every account must be, after its own rules",
    (name) => {
      expect(issuesOf(name, { email: "marie@exemple" })[0]).toMatch(/^email: .*nom@domaine\.fr/);
      expect(issuesOf(name, { email: "marie@exemple.fr\r\nBcc: x@y.fr" })).toHaveLength(1);
      expect(issuesOf(name, passwords("1234567"))).toEqual([`password: ${SHORT}`]);
      expect(issuesOf(name, passwords("x".repeat(129)))[0]).toContain("128 caractères");
      expect(issuesOf(name, passwords("MARIE.durand@exemple.fr"))[0]).toContain("différent");
      expect(issuesOf(name, passwords("motdepasse"))[0]).toContain("trop courant");
      expect(issuesOf(name, { postalCode: "6900" })[0]).toMatch(/^postalCode: /);
      expect(issuesOf(name, { name: "x".repeat(201) })[0]).toMatch(/^name: /);
      expect(issuesOf(name, { CGU: undefined, email: "marie@exemple" })[0]).toBe(`CGU: ${TERMS}`);
    },
  );
});

describe("what stands in mails to others", () => {
  it.each([
    ["name", "Le prénom", "Payez sur https://pds-paiement.example"],
    ["lastname", "Le nom", "HTTP"],
    ["entityName", "Le nom de la structure", "Place des Salles, WWW.pds-paiement.example"],
    ["street", "Le nom de la rue", "1 rue ftp://pds.example"],
    ["city", "Le nom de la ville", "Lyon (www.pds.example)"],
  ])("takes no web address: %s", (field, what, typed) => {
    const problem = `${field}: ${what} ne peut pas contenir d’adresse web.`;
    for (const name of ["entreprise", "association", "authority", "masterAuthority"]) {
      expect(issuesOf(name, { [field]: typed })).toEqual([problem]);
    }
  });

  it("may be a name with a point in it, as long as names are", () => {
    const taken = { name: "J.-P.", lastname: "x".repeat(60), entityName: "Booking.com" };
    expect(issuesOf("entreprise", taken)).toEqual([]);
    expect(issuesOf("entreprise", { entityName: "x".repeat(200) })).toEqual([]);
    const long = { name: "x".repeat(61), lastname: "x".repeat(61), entityName: "x".repeat(201) };
    expect(issuesOf("entreprise", long)).toEqual([
      "name: Le prénom a 60 caractères au plus.",
      "lastname: Le nom a 60 caractères au plus.",
      "entityName: Le nom de la structure a 200 caractères au plus.",
    ]);
  });
});

it.each(SIGNUP_KINDS)("says at each missing field of %s what to write there", (kind) => {
  const { error } = FORMS.get(kind)!.schema.safeParse({});
  const errors = Object.fromEntries(
    error!.issues.map(({ path, message }) => [String(path[0]), message]),
  );
  const told = toldErrors(errors, SIGNUP_PAGES[kind].missing);
  expect([REQUIRED, MASTER_REQUIRED]).toContain(told.lead);
  expect(Object.values(told.errors)).not.toContain(told.lead);
});

describe("private signup, one broken rule", () => {
  const required = ["name", "lastname", "email", "street", "postalCode", "city"] as const;
  it.each(required)("1: needs %s", (field) => {
    expect(issuesOf("particulier", { [field]: undefined })[0]).toBe(`${field}: ${REQUIRED}`);
    expect(issuesOf("particulier", { [field]: "  " })[0]).toBe(`${field}: ${REQUIRED}`);
  });

  it.each([
    ["1", "particulier", { password: undefined }, `password: ${REQUIRED}`],
    ["1", "particulier", { passwordConfirmation: undefined }, `passwordConfirmation: ${REQUIRED}`],
    ["1", "particulier", { country: undefined }, `country: ${REQUIRED}`],
    ["2", "particulier", { country: "Belgique" }, `country: ${FRANCE}`],
    ["3", "particulier", passwords("1234567"), `password: ${SHORT}`],
    ["4", "particulier", { passwordConfirmation: "autre" }, `passwordConfirmation: ${MATCH}`],
    ["5", "entreprise", { siret: undefined }, `siret: ${SIRET}`],
    ["5", "entreprise", { siret: "7328293200007" }, `siret: ${SIRET}`],
    ["5", "entreprise", { siret: "73282932000075" }, `siret: ${SIRET}`],
    ["6", "association", { RNA: undefined }, `RNA: ${RNA}`],
    ["6", "association", { RNA: undefined, withoutRna: "on" }, `RNA: ${RNA}`],
    ["7", "particulier", { CGU: undefined }, `CGU: ${TERMS}`],
  ] as const)("rule %s: %s %j", (_rule, name, changes, first) => {
    expect(issuesOf(name, changes)[0]).toBe(first);
  });

  it.each([
    ["1 before 2", "particulier", { city: undefined, country: "Belgique" }, REQUIRED],
    ["2 before 3", "particulier", { country: "Suisse", ...passwords("1234567") }, FRANCE],
    ["3 before 4", "particulier", { password: "1234567" }, SHORT],
    ["4 before 5", "entreprise", { siret: "1", passwordConfirmation: "autre" }, MATCH],
    ["5 before 7", "entreprise", { siret: "1", CGU: undefined }, SIRET],
    ["4 before 6", "association", { RNA: undefined, passwordConfirmation: "autre" }, MATCH],
    ["6 before 7", "association", { RNA: undefined, CGU: undefined }, RNA],
  ] as const)("tells %s", (_order, name, changes, message) => {
    expect(issuesOf(name, changes)[0]).toContain(message);
  });

  it("asks for a role, a past birth date and numbers that exist", () => {
    expect(issuesOf("particulier", { role: "Roi" })[0]).toMatch(/^role: /);
    expect(issuesOf("particulier", { dateOfBirth: "30/02/1990" })[0]).toMatch(/^dateOfBirth: /);
    expect(issuesOf("particulier", { dateOfBirth: TODAY })[0]).toMatch(/^dateOfBirth: /);
    expect(issuesOf("particulier", { dateOfBirth: "1899-12-31" })[0]).toMatch(/^dateOfBirth: /);
    expect(issuesOf("particulier", { dateOfBirth: "2008-11-22" })).toEqual([
      `dateOfBirth: ${IDENTITY_MESSAGES.child}`,
    ]);
    expect(issuesOf("particulier", { phone: "12 34" })[0]).toMatch(/^phone: /);
    expect(issuesOf("association", { RNA: "W1" })[0]).toMatch(/^RNA: /);
    expect(issuesOf("association", { siret: "1" })[0]).toBe(`siret: ${SIRET}`);
    expect(issuesOf("entreprise", { INSEE: "1" })[0]).toBe(`INSEE: ${INSEE}`);
  });

  it("lets associations of Alsace-Moselle do without an RNA", () => {
    const changes = { RNA: undefined, withoutRna: "on", postalCode: "67 000" };
    expect(issuesOf("association", changes)).toEqual([]);
  });
});

describe("authority signup", () => {
  it.each([
    [{ city: undefined }, `city: ${REQUIRED}`],
    [{ INSEE: "12345678" }, `INSEE: ${INSEE}`],
    [{ siret: "1234" }, `siret: ${SIRET}`],
    [{ country: "Belgique" }, `country: ${FRANCE}`],
    [passwords("1234567"), `password: ${SHORT}`],
    [{ passwordConfirmation: "autre" }, `passwordConfirmation: ${MATCH}`],
    [{ CGU: undefined }, `CGU: ${TERMS}`],
    [{ natureOfCollectivity: "Royaume" }, expect.stringMatching(/^natureOfCollectivity: /)],
    [{ city: undefined, INSEE: "1" }, `city: ${REQUIRED}`],
    [{ INSEE: "1", siret: "1" }, `INSEE: ${INSEE}`],
    [
      { INSEE: "404833048", siret: "73282932000074" },
      "INSEE: Le numéro INSEE doit être celui du SIRET\u00a0: ses 9\u00a0premiers chiffres.",
    ],
    [{ siret: "1", country: "Belgique" }, `siret: ${SIRET}`],
    [{ password: "1234567", CGU: undefined }, `password: ${SHORT}`],
  ])("%j", (changes, first: unknown) => {
    expect(issuesOf("authority", changes as SignupFields)[0]).toEqual(first);
  });
});

describe("master signups", () => {
  it.each([
    ["masterPrivate", { name: undefined }, `name: ${MASTER_REQUIRED}`],
    ["masterPrivate", { RNA: "12345678" }, `RNA: ${MASTER_RNA}`],
    ["masterPrivate", { role: "Entreprise", siret: "1" }, `siret: ${MASTER_SIRET}`],
    ["masterPrivate", { country: undefined }, `country: ${FRANCE}`],
    ["masterPrivate", { passwordConfirmation: "autre" }, `passwordConfirmation: ${MATCH}`],
    ["masterPrivate", { CGU: undefined }, `CGU: ${TERMS}`],
    ["masterPrivate", { siret: "1", RNA: "1" }, `siret: ${MASTER_SIRET}`],
    ["masterPrivate", { RNA: "1", country: "Italie" }, `RNA: ${MASTER_RNA}`],
    ["masterAuthority", { entityName: undefined }, `entityName: ${MASTER_REQUIRED}`],
    ["masterAuthority", { street: undefined }, `street: ${MASTER_REQUIRED}`],
    ["masterAuthority", { INSEE: undefined }, `INSEE: ${MASTER_REQUIRED}`],
    ["masterAuthority", { siret: "1", INSEE: "1" }, `siret: ${MASTER_SIRET}`],
    ["masterAuthority", { INSEE: "1", country: "Italie" }, `INSEE: ${INSEE}`],
  ] as const)("%s %j", (name, changes, first) => {
    expect(issuesOf(name, changes)[0]).toBe(first);
  });

  it("takes an RNA with its W as well", () => {
    expect(issuesOf("masterPrivate", { RNA: "W691234567" })).toEqual([]);
  });
});

describe("what is stored", () => {
  const dataOf = (name: string, changes: SignupFields) => {
    const { data } = check(name, changes);
    return data ? signupFrom(VALID[name]![0], data) : null;
  };
  const everything = {
    dateOfBirth: "01/02/1990",
    entityName: " Les  Amis\u0000 ",
    siret: "732 829 320 00074",
    INSEE: "732.829.320",
    phone: "06 12 34 56 78",
    RNA: "w691234567",
    natureOfCollectivity: "Commune",
    email: " Marie.Durand@Exemple.FR ",
    country: "france",
  };

  it.each([
    ["particulier", ["dateOfBirth", "phone", "role"]],
    ["entreprise", ["INSEE", "entityName", "phone", "role", "siret"]],
    ["association", ["INSEE", "RNA", "entityName", "phone", "role", "siret"]],
    ["authority", ["INSEE", "entityName", "natureOfCollectivity", "phone", "siret"]],
  ])("of %s: what it uses, no more", (name, fields) => {
    const data = dataOf(name, everything)!;
    const common = [
      ...["isMaster", "password", "name", "lastname", "email", "type"],
      ...["street", "postalCode", "city", "country"],
    ];
    expect(Object.keys(data).sort()).toEqual([...common, ...fields].sort());
  });

  it("is written one way", () => {
    expect(dataOf("association", everything)).toMatchObject({
      email: "marie.durand@exemple.fr",
      type: "Entités privés",
      country: "France",
      entityName: "Les Amis",
      siret: "73282932000074",
      INSEE: "732829320",
      phone: "0612345678",
      RNA: "W691234567",
    });
    expect(dataOf("particulier", everything)).toMatchObject({ dateOfBirth: "1990-02-01" });
  });
});

describe("the payload of /api", () => {
  const payload = signupPayload("plain", surroundings);
  const masterPayload = signupPayload("master", surroundings);
  const { passwordConfirmation: _again, ...caller } = person;
  const firstOf = (input: typeof payload, fields: SignupFields) => {
    const [first] = input.schema.safeParse(fields).error?.issues ?? [];
    return first && `${first.path.join()}: ${first.message}`;
  };

  it("is of the form that its type names", () => {
    const fields = { ...caller, role: "Particulier", natureOfCollectivity: "Commune" };
    const asPerson = payload.schema.parse({ ...fields, type: "Entités privés" });
    expect(signupFromPayload("plain", asPerson)).toMatchObject({ role: "Particulier" });
    expect(asPerson).not.toHaveProperty("natureOfCollectivity");
    const asBody = payload.schema.parse({ ...fields, type: "Collectivité" });
    expect(signupFromPayload("plain", asBody)).toMatchObject({
      isMaster: false,
      type: "Collectivité",
      natureOfCollectivity: "Commune",
    });
    expect(asBody).not.toHaveProperty("role");
  });

  it.each([
    [{ type: undefined, name: undefined }, "type: Choisissez Entités privées ou Collectivité."],
    [{ type: "Royaume" }, "type: Choisissez Entités privées ou Collectivité."],
    [{ type: "Entités privés", country: "Italie", siret: "1" }, `country: ${FRANCE}`],
    [{ type: "Collectivité", country: "Italie", siret: "1" }, `siret: ${SIRET}`],
    [{ type: "Collectivité", name: undefined, email: undefined }, `name: ${REQUIRED}`],
    [{ type: "Entités privés", role: undefined }, expect.stringMatching(/^role: /)],
    [{ type: "Entités privés", passwordConfirmation: "autre" }, `passwordConfirmation: ${MATCH}`],
  ])("tells the first rule broken by %j", (changes, first: unknown) => {
    expect(
      firstOf(payload, { ...caller, role: "Entreprise", siret: "73282932000074", ...changes }),
    ).toEqual(first);
  });

  it("asks of a master what its form does", () => {
    const authority = { ...caller, type: "Collectivité", entityName: "Lyon" };
    expect(firstOf(masterPayload, authority)).toBe(`INSEE: ${MASTER_REQUIRED}`);
    const data = masterPayload.schema.parse({ ...authority, INSEE: "732829320" });
    expect(signupFromPayload("master", data)).toMatchObject({ isMaster: true, INSEE: "732829320" });
  });
});
