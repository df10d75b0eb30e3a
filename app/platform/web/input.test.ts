import { withZod } from "@remix-validated-form/with-zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { constraintsOf } from "./constraints";
import { checkbox, line, objectId, pageNumber, searchText } from "./fields";
import { input } from "./input";
import { refusalMessage } from "../refusal";

const signup = input(
  {
    name: line({ missing: "name missing", most: 10 }),
    password: z.string().min(8, "password short"),
    again: z.string(),
    kind: z.enum(["person", "company"], { errorMap: () => ({ message: "kind unknown" }) }),
    siret: z
      .string()
      .regex(/^\d{3}$/, "siret wrong")
      .optional(),
    price: z.number({ invalid_type_error: "price wrong" }).max(9_999, "price high").optional(),
    tags: z.array(z.enum(["a", "b"])).default([]),
    terms: checkbox,
  },
  ({ required, valid, check }) => [
    required(["again", "password"], "all of it"),
    valid("password"),
    check("again", "not the same", (_read, typed) => typed.again === typed.password),
    check("siret", "siret asked", ({ kind, siret }) => kind !== "company" || siret !== undefined),
    check("terms", "terms first", ({ terms }) => terms === true),
  ],
  { isUsed: (field, { kind }) => field !== "siret" || kind === "company" },
);

const right = {
  name: "Anne",
  password: "12345678",
  again: "12345678",
  kind: "person",
  terms: true,
};
const messages = (raw: unknown) =>
  signup.schema.safeParse(raw).error?.issues.map(({ path, message }) => [path[0], message]);

describe("input", () => {
  it("tells the rules in their order even while fields are missing, then the fields in theirs", () => {
    expect(messages({ kind: "company" })).toEqual([
      ["again", "all of it"],
      ["password", "all of it"],
      ["siret", "siret asked"],
      ["terms", "terms first"],
      ["name", "name missing"],
    ]);
  });

  it("takes of texts what others will see, and passwords to the letter", () => {
    const typed = { ...right, name: "An\u202Ene", tags: ["\u200Ba"] };
    expect(signup.schema.parse(typed)).toMatchObject({ name: "Anne", tags: ["a"] });
    // The password's last character counts, the repetition's does not.
    const odd = { ...right, password: "1234567\u200B", again: "1234567\u200B" };
    expect(messages(odd)).toEqual([["again", "not the same"]]);
    expect(messages({ ...right, name: "\u2800\u200D" })).toEqual([["name", "name missing"]]);
  });

  it("keeps that order in a form's messages", async () => {
    const form = new FormData();
    form.set("kind", "company");
    const { error } = await withZod(signup.schema).validate(form);
    expect(Object.keys(error?.fieldErrors ?? {})).toEqual([
      "again",
      "password",
      "siret",
      "terms",
      "name",
    ]);
  });

  it("tells one message about a field, the first", () => {
    expect(messages({ ...right, password: "123", again: "1234" })).toEqual([
      ["password", "password short"],
      ["again", "not the same"],
    ]);
    expect(messages({ ...right, password: "123", again: undefined })).toEqual([
      ["again", "all of it"],
      ["password", "password short"],
    ]);
  });

  it("gives real types, of JSON and of a form alike, and drops what it does not know", () => {
    const data = { ...right, price: 1_234.5, tags: ["a"] };
    expect(signup.schema.parse({ ...data, isAdmin: true })).toEqual(data);
    const form = { ...right, price: "1\u202f234,50 €", tags: "a", terms: "on" };
    expect(signup.schema.parse(form)).toEqual(data);
    expect(signup.schema.parse(right)).toEqual({ ...right, tags: [] });
  });

  it("reads a number that is copied with marks that nobody sees", () => {
    expect(signup.schema.parse({ ...right, price: "\u200E480" })).toMatchObject({ price: 480 });
  });

  it("counts the end of a line once, as people and browsers do", () => {
    const { schema } = input({ text: z.string().max(3) });
    expect(schema.parse({ text: "a\r\nb" })).toEqual({ text: "a\nb" });
  });

  it("drops unread what the form of this kind does not have", () => {
    expect(signup.schema.parse({ ...right, siret: "wrong" })).not.toHaveProperty("siret");
    expect(messages({ ...right, kind: "company", siret: "wrong" })?.[0]).toEqual([
      "siret",
      "siret asked",
    ]);
  });

  it.each(["", "   ", null, undefined])("takes %j for absent", (name) => {
    expect(messages({ ...right, name })).toEqual([["name", "name missing"]]);
  });

  it.each([{ $gt: "" }, ["Anne", "Zoé"], 12, true])("refuses %j for a text", (name) => {
    expect(messages({ ...right, name })).toEqual([["name", refusalMessage("invalid")]]);
  });

  it.each([
    ["price", "dix", "price wrong"],
    ["price", "1e3", "price wrong"],
    ["price", "1.500", "price wrong"],
    ["price", "1 2", "price wrong"],
    ["price", "12 000", "price high"],
    ["tags", ["a", "c"], refusalMessage("invalid")],
    ["kind", "firm", "kind unknown"],
    ["terms", "no", "terms first"],
  ])("refuses %s %j", (field, value, message) => {
    expect(messages({ ...right, [field]: value })?.at(-1)).toEqual([field, message]);
  });

  it.each([null, "text", 3, [], Object.create({ name: "Anne" })])("reads %j as empty", (raw) => {
    expect(messages(raw)?.map(([field]) => field)).toContain("name");
  });
});

describe("constraintsOf", () => {
  it("says of each field what a browser can hold people to", () => {
    expect(constraintsOf(signup)).toMatchObject({
      name: { maxLength: 10 },
      password: {},
      siret: { optional: true },
      terms: { optional: true },
    });
  });
});

it("has ids in small letters, whatever they were sent in", () => {
  expect(objectId.parse("ABCDEF0123456789ABCDEF01")).toBe("abcdef0123456789abcdef01");
  expect(objectId.safeParse("abcdefghijkl").success).toBe(false);
});

it("reads a page of a list as one that MongoDB can skip to", () => {
  const pages = ["2", "1000000000000000000000", "1e400", "0", "1.5", "deux", undefined];
  expect(pages.map((page) => pageNumber.parse(page))).toEqual([2, 1_000_000, 1, 1, 1, 1, 1]);
});

it("searches for the beginning of what is typed, as long as an index is of use", () => {
  expect(searchText.parse(`  ${"x".repeat(99)}yz `)).toBe(`${"x".repeat(99)}y`);
  expect(searchText.parse(["x"])).toBe("");
  expect(searchText.parse("😀".repeat(101))).toBe("😀".repeat(100));
});

it("searches for nothing that no text has in it, and that MongoDB refuses in an expression", () => {
  expect(searchText.parse("\u0000")).toBe("");
  expect(searchText.parse("a\u0000\nb")).toBe("a b");
  expect(searchText.parse("a\ud83d b\udc00")).toBe("a  b");
});
