import addFormats from "ajv-formats";
import Ajv2020 from "ajv/dist/2020";
import { beforeAll, describe, expect, it } from "vitest";
import { inputOf } from "~/platform/web/call.server";
import type { ApiDocument, Operation, PlacedCall } from "~/platform/web/openapi.server";
import type { JsonSchema } from "~/platform/web/sample";
import routeConfig from "~/routes";
import { apiDocument, everyCall } from "./every-call.server";

/** Paths that are no calls of ours: the document itself, Stripe's own webhooks, and what is none. */
const NOT_DESCRIBED = [
  "api/openapi.json",
  "api/stripe/webhook",
  "api/stripe/webhook-connect",
  "api/*",
];

/** What no field is. Those that a field takes after all (a number as a text) are let pass. */
const ODD: readonly unknown[] = [
  ...[undefined, null, "", "   ", "x", "é!$", "a@b", "-", "x".repeat(350), "x".repeat(20_000)],
  ...[-1, 0, 0.5, 1.001, 1e12, true, [], ["x"], [null], {}, { $ne: null }],
];

const deep = (levels: number): unknown => (levels === 0 ? {} : { $or: [deep(levels - 1)] });
const HOSTILE: readonly unknown[] = [
  ...[
    { $gt: "" },
    { $ne: null },
    [{ $gt: "" }],
    JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown,
  ],
  ...["a\0b", "\0", "a\ud800b", "\udfff", ["a\0b", "\ud800"], deep(50), Number.NaN, 1e308],
  ...[{ toString: "x" }, { constructor: { prototype: { isAdmin: true } } }, [[["x"]]]],
];
/** What no call takes, beside what it does. */
const NOT_ASKED = {
  ...{ isAdmin: true, isVerified: true, passwordHash: "x" },
  ...{ masterStatus: "validated", stripeStats: "active" },
};

/** Plain values alone, of fields that were asked for, in texts that can be written. */
function isHarmless(data: Record<string, unknown>): boolean {
  const isPlain = (value: unknown): boolean => {
    if (typeof value === "string") return !/[\0\p{Cs}]/u.test(value);
    if (typeof value === "number") return Number.isFinite(value);
    if (Array.isArray(value)) return value.every(isPlain);
    return typeof value !== "object" || value instanceof Date;
  };
  return Object.entries(data).every(
    ([name, value]) => !Object.hasOwn(NOT_ASKED, name) && isPlain(value),
  );
}

const ajv = addFormats(new Ajv2020({ strict: false, multipleOfPrecision: 6 }));

let document: ApiDocument;
let calls: PlacedCall[];
beforeAll(async () => {
  [document, calls] = await Promise.all([apiDocument(), everyCall()]);
}, 60_000);

const operationOf = ({ path, method }: PlacedCall): Operation =>
  document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]![method.toLowerCase()]!;

/** What is instead of another field, or has to be the same as one. */
const TIED: readonly string[] = ["passwordConfirmation", "confirmationTokenId"];

/** An example with each choice of each field that has some, one at a time. */
function withEachChoice(example: object, { properties = {} }: JsonSchema): object[] {
  const others = Object.entries(properties).flatMap(([name, { enum: choices = [] }]) =>
    choices.map((choice) => ({ ...example, [name]: choice })),
  );
  return [example, ...others];
}

function bodyOf(placed: PlacedCall): { schema: JsonSchema; example?: unknown } | undefined {
  return operationOf(placed).requestBody?.content["application/json"];
}

describe("the API's document", () => {
  it("names every path of app/routes.ts, and no other", () => {
    const routed = routeConfig.flatMap(({ path }) => (path?.startsWith("api/") ? [path] : []));
    const described = calls.map(({ path }) => path.slice(1));
    const expected = routed.filter((path) => !NOT_DESCRIBED.includes(path));
    expect([...new Set(described)].sort()).toEqual([...expected].sort());
    expect(Object.keys(document.paths)).toHaveLength(expected.length);
  });

  it("names every call, each by another name", () => {
    const ids = calls.map((placed) => operationOf(placed).operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { call } of calls) expect(call.summary).toMatch(/^[A-Z].*[^.]$/);
  });

  it("fails with the words of the page that does the same", () => {
    const failing = calls.flatMap(({ path, call: { failure } }) =>
      failure ? [[path.replace(/^.api.|.:(?:id|token)$/g, ""), failure]] : [],
    );
    expect(Object.fromEntries(failing)).toEqual({
      "auth/check-auth-adm": "adminCheck",
      "auth/forgot-password": "resetRequest",
      "auth/logout": "logout",
      "auth/new-code": "newCode",
      "auth/reset-password": "reset",
      "auth/setting-cookies": "settings",
      "auth/signup": "signup",
      "auth/signup-master": "signup",
      "auth/verify-email": "verification",
      "admin/create-user": "creation",
      "admin/create-master": "creation",
      "admin/create-admin": "creation",
      "admin/validate": "validation",
      "admin/refuse": "validation",
      "admin/delete-contact": "contactRemoval",
      "admin/gallery-cron-news": "launch",
      "admin/gallery-cron-rooms": "launch",
      "admin/gallery-news": "launch",
      "admin/gallery-rooms": "launch",
      "location/edit-my-location": "venueEdit",
      "location/close-days": "venueEdit",
      "location/reopen-days": "venueEdit",
      "location/delete-my-location": "venueRemoval",
      "location/cancel-reservation": "cancellation",
      "location/change-dates": "changeOfDates",
      "send/edit-profil": "edit",
      "send/edit-address": "edit",
      "send/send-contact": "contact",
    });
  });

  it("says a body's example that the server takes", () => {
    for (const placed of calls) {
      const body = bodyOf(placed);
      if (!body) continue;
      const where = `${placed.method} ${placed.path}`;
      expect([where, ajv.validate(body.schema, body.example), ajv.errorsText()]).toEqual([
        where,
        true,
        "No errors",
      ]);
      const { error } = inputOf(placed.call).schema.safeParse(body.example);
      expect([where, error?.issues ?? []]).toEqual([where, []]);
    }
  });

  it("knows the practical facts of a venue, to send and as they are answered", () => {
    const facts = ["floorArea", "stepFreeAccess", "hours", "latestAccess", "houseRules"];
    const venues = calls.filter(({ path }) =>
      /^\/api\/(?:location\/(?:create|edit-my-location\/:id)|send\/send-location)$/.test(path),
    );
    expect(venues).toHaveLength(3);
    for (const placed of venues) {
      expect(Object.keys(bodyOf(placed)!.schema.properties!), placed.path).toEqual(
        expect.arrayContaining(facts),
      );
    }
    for (const path of ["/api/location/create", "/api/location/{id}", "/api/location/get-all"]) {
      const [operation] = Object.values(document.paths[path]!);
      const answer = JSON.stringify(operation!.responses["200"]);
      for (const fact of facts) expect(answer, path).toContain(`"${fact}":`);
    }
  });

  it("lets null take away what may be left unsaid of a venue", () => {
    const placed = calls.find(({ path }) => path === "/api/location/edit-my-location/:id")!;
    const { schema } = bodyOf(placed)!;
    const sent = { stepFreeAccess: null, floorArea: null, houseRules: null, equipement: null };
    expect([ajv.validate(schema, sent), ajv.errorsText()]).toEqual([true, "No errors"]);
    expect(ajv.validate(schema, { title: null })).toBe(false);
  });

  it("refuses what the server refuses of any field", () => {
    const missed = calls.flatMap((placed) => {
      const body = bodyOf(placed);
      if (!body) return [];
      const validate = ajv.compile(body.schema);
      const { schema, fields } = inputOf(placed.call);
      return Object.keys(fields.shape).flatMap((field) =>
        ODD.flatMap((odd) => {
          if (TIED.includes(field)) return [];
          const sent = { ...(body.example as object), [field]: odd };
          const { error } = schema.safeParse(sent);
          const isRefused = error?.issues.some(({ path }) => path[0] === field) ?? false;
          if (!isRefused || !validate(sent)) return [];
          return [`${placed.path} ${field}: ${String(JSON.stringify(odd)).slice(0, 40)}`];
        }),
      );
    });
    expect(missed).toEqual([]);
  });

  it("asks for the fields that the server asks for, whatever was chosen", () => {
    let asked = 0;
    const missed = calls.flatMap((placed) => {
      const body = bodyOf(placed);
      if (!body) return [];
      const validate = ajv.compile(body.schema);
      const { schema, fields } = inputOf(placed.call);
      return withEachChoice(body.example as object, body.schema).flatMap((sent) =>
        Object.keys(fields.shape).flatMap((field) => {
          if (TIED.includes(field)) return [];
          return [undefined, "   "].flatMap((absent) => {
            const without = { ...sent, [field]: absent };
            const { error } = schema.safeParse(without);
            if (!error?.issues.some(({ path }) => path[0] === field)) return [];
            asked += 1;
            return validate(without) ? [`${placed.path} ${JSON.stringify(without)}`] : [];
          });
        }),
      );
    });
    expect(missed).toEqual([]);
    expect(asked).toBeGreaterThan(500);
  });

  const association = { role: "Association", entityName: "Les Tilleuls" };
  const company = { role: "Entreprise", entityName: "Les Tilleuls", siret: "73282932000074" };
  it.each([
    ["an association with an RNA", association, true],
    ["one without", { ...association, RNA: undefined }, false],
    ["one of Alsace-Moselle without", { ...association, RNA: undefined, withoutRna: true }, true],
    ["a company", company, true],
  ])("takes what the server takes, and no more: %s", (_, fields, isTaken) => {
    for (const path of ["send/edit-profil", "auth/signup", "admin/create-user"]) {
      const placed = calls.find((one) => one.path === `/api/${path}`)!;
      const { schema, example } = bodyOf(placed)!;
      const sent = { ...(example as object), type: "Entités privés", ...fields };
      const takes = inputOf(placed.call).schema.safeParse(sent).success;
      expect([path, takes, ajv.validate(schema, sent)]).toEqual([path, isTaken, isTaken]);
    }
  });

  it("asks whoever is liable to VAT for the number, of each kind that has one", () => {
    const placed = calls.find(({ path }) => path === "/api/send/edit-profil")!;
    const { schema, example } = bodyOf(placed)!;
    const authority = {
      ...{ type: "Collectivité", entityName: "Lyon", natureOfCollectivity: "Commune" },
    };
    for (const kind of [company, association, authority]) {
      const sent = { ...(example as object), ...kind, vatRegime: "assujetti" };
      expect(ajv.validate(schema, sent), ajv.errorsText()).toBe(true);
      expect(ajv.validate(schema, { ...sent, vatNumber: undefined })).toBe(false);
    }
  });

  it("asks a payment for days, unless a reservation has them, and says how it is repeated", () => {
    const placed = calls.find(({ path }) => path === "/api/stripe/charge")!;
    const { schema, example } = bodyOf(placed)!;
    const { startDate: _start, endDate: _end, ...undated } = example as Record<string, unknown>;
    expect(ajv.validate(schema, undated)).toBe(false);
    expect(ajv.validate(schema, { ...undated, reservationId: " " })).toBe(false);
    expect(ajv.validate(schema, { ...undated, reservationId: "x" }), ajv.errorsText()).toBe(true);
    expect(ajv.validate(schema, { ...(example as object), paymentMethodId: null })).toBe(false);
    for (const field of ["id", "reservationId", "startDate", "requestKey"]) {
      expect(schema.properties![field]!.description, field).toBeDefined();
    }
  });

  it("offers data: URLs in JSON alone: a form's texts are too short for them", () => {
    const texts = JSON.stringify(document);
    expect(texts.match(/data: URL(?!s? in JSON)/g)).toBeNull();
    for (const placed of calls) {
      const types = Object.keys(operationOf(placed).requestBody?.content ?? {});
      if (types.length === 0) continue;
      const isUrlEncoded = types.includes("application/x-www-form-urlencoded");
      expect([placed.path, isUrlEncoded]).toEqual([placed.path, !placed.call.pictures]);
    }
  });

  it("says of each page of a list what lies past the last", () => {
    const paged = calls.filter(({ call }) => inputOf(call).fields.shape.page);
    expect(paged.length).toBeGreaterThan(4);
    for (const placed of paged) {
      const field = operationOf(placed).parameters!.find(({ name }) => name === "page")!;
      expect([placed.path, field.schema.description]).toEqual([
        placed.path,
        expect.stringContaining("Past the last"),
      ]);
    }
  });

  it("lets nothing hostile through in any field", () => {
    const passed = calls.flatMap((placed) => {
      const example = bodyOf(placed)?.example ?? {};
      const { schema, fields } = inputOf(placed.call);
      return Object.keys(fields.shape).flatMap((field) =>
        HOSTILE.flatMap((hostile) => {
          const sent = { ...example, [field]: hostile, ...NOT_ASKED };
          const { data } = schema.safeParse(sent);
          if (!data || isHarmless(data)) return [];
          return [`${placed.path} ${field}: ${JSON.stringify(hostile).slice(0, 60)}`];
        }),
      );
    });
    expect(passed).toEqual([]);
  });

  it("says whether a body has to be there, and that who calls is known wherever they say it", () => {
    for (const placed of calls) {
      const { requestBody, security } = operationOf(placed);
      const asks = (bodyOf(placed)?.schema.required ?? []).length > 0;
      expect([placed.path, requestBody?.required ?? false]).toEqual([placed.path, asks]);
      expect([placed.path, security.some((one) => Object.keys(one).length === 0)]).toEqual([
        ...[placed.path, placed.call.access === "public"],
      ]);
      expect(security).toContainEqual({ session: [] });
    }
  });

  it("lets an administrator name another where something is done for that one alone", () => {
    const telling = calls.filter((placed) =>
      operationOf(placed).description.includes("may name another"),
    );
    const onBehalf = calls.filter(({ call }) => call.onBehalf);
    expect(telling.map(({ path }) => path)).toEqual(onBehalf.map(({ path }) => path));
    expect(telling.length).toBeGreaterThan(5);
    const named = calls.filter(({ call }) => call.subject && !call.onBehalf);
    expect(named.map(({ path }) => path).sort()).toEqual([
      "/api/location/get-filtred-locations",
      "/api/stripe/charge",
    ]);
  });

  it.each([
    ["location/close-days/{id}", "start", "end"],
    ["stripe/charge", "startDate", "endDate"],
    ["location/change-dates/{id}", "startDate", "endDate"],
  ])("says how %s is told days, in its example too", (path, first, last) => {
    const { schema, example } =
      document.paths[`/api/${path}`]!.post!.requestBody!.content["application/json"]!;
    expect(example).toMatchObject({ [first]: "2027-06-11", [last]: "2027-06-11" });
    for (const field of [first, last]) {
      expect(schema.properties![field]!.pattern).toContain("\\d{4}-\\d{2}-\\d{2}");
    }
    expect(schema.properties!.startSlot!.pattern).toContain("AM|PM");
    const asked = schema.required ?? [];
    expect(asked.includes(first) && asked.includes(last)).toBe(path !== "stripe/charge");
  });

  it("names the states of what is answered, and says what they mean", () => {
    const isState = /^(?:state|status|stripeStats|masterStatus)$/;
    const statesIn = (schema: JsonSchema, name = ""): [string, JsonSchema][] => [
      ...(isState.test(name) ? [[name, schema] as [string, JsonSchema]] : []),
      ...Object.entries(schema.properties ?? {}).flatMap(([key, value]) => statesIn(value, key)),
      ...(schema.items ? statesIn(schema.items) : []),
    ];
    const told = calls.flatMap((placed) => {
      const { content } = operationOf(placed).responses["200"]!;
      return statesIn(content["application/json"]!.schema).map(
        ([name, said]) => [`${placed.method} ${placed.path} ${name}`, said] as const,
      );
    });
    const isNamed = ({ type, enum: values, description }: JsonSchema) =>
      (values !== undefined || type === "boolean") && description !== undefined;
    expect(told.filter(([, said]) => !isNamed(said)).map(([where]) => where)).toEqual([]);
    expect(told.length).toBeGreaterThan(20);
  });

  it("is one that its own rules allow", () => {
    expect(document.openapi).toBe("3.1.0");
    for (const operations of Object.values(document.paths)) {
      for (const { responses } of Object.values(operations)) {
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "500", "503"]));
      }
    }
  });
});
