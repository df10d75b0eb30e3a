import { describe, expect, it } from "vitest";
import { SANDBOX_CREDENTIALS } from "../../scripts/lib/stripe-sandbox.mjs";
import { parseEnv } from "./env.server";

const complete = {
  NODE_ENV: "production",
  APP_URL: "https://placedessalles.example",
  MONGODB_URI: "mongodb://db/app?replicaSet=rs0",
  SESSION_SECRET: "a-long-secret-made-for-this-test-only-1234",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_a",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_b",
  SMTP_URL: "smtp://mail:25",
  MAIL_FROM: "Place des Salles <bonjour@salles.example>",
  CONTACT_EMAIL: "equipe@salles.example",
  LEGAL_PUBLISHER: "Place des Salles SAS, 1 rue des Tilleuls, 69003 Lyon",
  LEGAL_HOST: "Hébergeur SAS, 2 rue du Port, 59000 Lille",
  LEGAL_MEDIATOR: "Médiation SAS, 3 rue du Pont, 31000 Toulouse, https://mediation.example",
  TRUST_PROXY: "0",
};

/** What a variable holds where nothing is said. */
const development = parseEnv({});

describe("parseEnv", () => {
  it("needs nothing in development", () => {
    expect(parseEnv({}).APP_MODE).toBe("development");
  });

  it("is this where nothing is said", () => {
    const notInService = "Démonstration\u00a0: ce site n’est pas en service.";
    expect(parseEnv({})).toEqual({
      ...{ APP_MODE: "development", APP_URL: "http://localhost:3000" },
      ...{ HOST: "127.0.0.1", PORT: 3000, BRAND_NAME: "Place des Salles" },
      ...{ LEGAL_PUBLISHER: notInService, LEGAL_HOST: notInService },
      LEGAL_MEDIATOR: notInService,
      MONGODB_URI: "mongodb://127.0.0.1:27017/place-des-salles?replicaSet=rs0",
      SESSION_SECRET: ["development-secret-not-for-production"],
      ...{ DATA_DIR: ".data", LOG_LEVEL: "info", TRUST_PROXY: 0 },
      ...{ SEARCH_ENGINE: "memory", RUN_JOBS: "inline" },
      ...{ ANSWER_STEP_MS: 250, PAYMENT_PATIENCE_MS: 5_000 },
      MAIL_FROM: "Place des Salles <ne-pas-repondre@placedessalles.example>",
      CONTACT_EMAIL: "equipe@placedessalles.example",
      ...{ S3_REGION: "us-east-1", S3_ADDRESSING: "virtual", CALENDAR_TEST_HOSTS: [] },
    });
  });

  it.each([
    ["APP_MODE", ["production", "demo", "test", "development"], ["live"]],
    [
      "APP_URL",
      ["http://localhost:3000/", "https://Salles.example"],
      ["salles.example", "ftp://salles.example", "https://salles.example/fr", "https://a@b.fr"],
    ],
    ["MONGODB_URI", ["mongodb://a,b/x", "mongodb+srv://a/x"], ["localhost:27017", "http://a/x"]],
    ["SMTP_URL", ["smtp://a:b@mail:587", "smtps://mail"], ["mail:587", "mail", "smtp://"]],
    [
      "MAIL_FROM",
      ["a@b.fr", "A <a@b.fr>", '"A, b" <a@b.fr>', "<a@b.fr>"],
      ["Place des Salles", "A, b <a@b.fr>", "A <a>", "a@b.fr, c@d.fr"],
    ],
    ["STRIPE_SECRET_KEY", ["sk_live_x", "rk_live_x"], ["pk_live_x"]],
    ["PORT", ["0", "65535"], ["-1", "65536", "80.5"]],
    ["PORT_HANDED_OVER", ["1"], ["0"]],
    ["TRUST_PROXY", ["0", "5"], ["-1", "6", "0.5"]],
    ["ANSWER_STEP_MS", ["10", "5000"], ["9", "5001", "10.5"]],
    ["PAYMENT_PATIENCE_MS", ["1000", "60000"], ["999", "60001", "1000.5"]],
    ["LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "silent"], ["loud"]],
    ["SEARCH_ENGINE", ["memory", "mongo"], ["elastic"]],
    ["RUN_JOBS", ["inline", "none"], ["yes"]],
    ["S3_ADDRESSING", ["virtual", "path"], ["host"]],
    ["S3_ENDPOINT", [], ["s3.example"]],
    ["STRIPE_SANDBOX_URL", ["http://127.0.0.1:4242"], ["127.0.0.1"]],
    ["CONTACT_EMAIL", ["equipe@exemple.fr"], ["Équipe <equipe@exemple.fr>"]],
    ["SESSION_SECRET", ["s".repeat(32)], ["s".repeat(31)]],
  ])("takes of %s %j and refuses %j", (name, taken, refused) => {
    const mode: Record<string, string> = name === "APP_MODE" ? {} : { APP_MODE: "test" };
    for (const value of taken) {
      // Of production all else is missing.
      if (value === "production") expect(refusalOf({ [name]: value })).not.toContain(name);
      else expect(() => parseEnv({ ...mode, [name]: value })).not.toThrow();
    }
    for (const value of refused) {
      expect(refusalOf({ ...mode, [name]: value })).toMatch(new RegExp(`- ${name}(\\.0)?: `));
    }
  });

  it("reads calendars of the hosts that are named, for tests", () => {
    const { CALENDAR_TEST_HOSTS } = parseEnv({ CALENDAR_TEST_HOSTS: "localhost,,127.0.0.1" });
    expect(CALENDAR_TEST_HOSTS).toEqual(["localhost", "127.0.0.1"]);
  });

  it("takes NODE_ENV=production for production unless a mode says otherwise", () => {
    expect(parseEnv(complete).APP_MODE).toBe("production");
    expect(parseEnv({ NODE_ENV: "production", APP_MODE: "demo" }).APP_MODE).toBe("demo");
  });

  it("is at the root of its address, however that is written: links are made of it by what follows", () => {
    for (const APP_URL of ["https://Salles.example/", "https://salles.example:443"]) {
      expect(parseEnv({ APP_URL }).APP_URL).toBe("https://salles.example");
    }
  });

  it("names every variable that production misses, at once", () => {
    const message = refusalOf({ NODE_ENV: "production" });
    for (const name of Object.keys(complete)) {
      if (name !== "NODE_ENV") expect(message).toContain(`${name}: missing`);
    }
  });

  it.each([
    ["SESSION_SECRET", { SESSION_SECRET: "development-secret-not-for-production" }],
    [
      "SESSION_SECRET",
      { SESSION_SECRET: `${complete.SESSION_SECRET},development-secret-not-for-production` },
    ],
    ["APP_URL", { APP_URL: "http://placedessalles.example" }],
    ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "sk_test_sandbox_1" }],
    ["STRIPE_PUBLISHABLE_KEY", { STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox_1" }],
    ["STRIPE_WEBHOOK_SECRET", { STRIPE_WEBHOOK_SECRET: SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET }],
    [
      "STRIPE_CONNECT_WEBHOOK_SECRET",
      {
        STRIPE_CONNECT_WEBHOOK_SECRET: `whsec_b,${SANDBOX_CREDENTIALS.STRIPE_CONNECT_WEBHOOK_SECRET}`,
      },
    ],
    ["MONGODB_URI", { MONGODB_URI: development.MONGODB_URI }],
    ["MAIL_FROM", { MAIL_FROM: development.MAIL_FROM }],
    ["CONTACT_EMAIL", { CONTACT_EMAIL: development.CONTACT_EMAIL }],
    ["LEGAL_PUBLISHER", { LEGAL_PUBLISHER: development.LEGAL_PUBLISHER }],
    ["LEGAL_HOST", { LEGAL_HOST: development.LEGAL_HOST }],
    ["LEGAL_MEDIATOR", { LEGAL_MEDIATOR: development.LEGAL_MEDIATOR }],
    ["STRIPE_SANDBOX_URL", { STRIPE_SANDBOX_URL: "http://127.0.0.1:4242" }],
    ["BAN_URL", { BAN_URL: "http://127.0.0.1:4243/" }],
    ["CALENDAR_TEST_HOSTS", { CALENDAR_TEST_HOSTS: "localhost" }],
  ])("refuses a development %s in production", (name, change) => {
    expect(refusalOf({ ...complete, ...change })).toContain(`- ${name}: `);
  });

  it("refuses every development value of what production needs, each by its name", () => {
    const given = { ...development, ...SANDBOX_CREDENTIALS };
    const needed = Object.keys(complete).filter((name) => name !== "NODE_ENV");
    const message = refusalOf({
      ...Object.fromEntries(
        needed.map((name) => [name, String(given[name as keyof typeof given])]),
      ),
      ...{ NODE_ENV: "production", SMTP_URL: complete.SMTP_URL },
    });
    for (const name of needed) {
      // Development has no sender of mails, and no proxy may be meant.
      if (name !== "SMTP_URL" && name !== "TRUST_PROXY") expect(message).toContain(`- ${name}: `);
    }
  });

  it("hands browsers no secret key", () => {
    expect(refusalOf({ STRIPE_PUBLISHABLE_KEY: "sk_live_x" })).toContain(
      "- STRIPE_PUBLISHABLE_KEY: ",
    );
  });

  it.each([
    ["sk_live_x", "pk_test_x"],
    ["rk_test_x", "pk_live_x"],
  ])("charges with no card form of the other mode: %s, %s", (secret, publishable) => {
    const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable };
    expect(refusalOf(keys)).toContain("- STRIPE_PUBLISHABLE_KEY: one of the two keys");
  });

  it("takes both keys of Stripe live, or both for tests", () => {
    for (const mode of ["live", "test"]) {
      const keys = { STRIPE_SECRET_KEY: `sk_${mode}_x`, STRIPE_PUBLISHABLE_KEY: `pk_${mode}_x` };
      expect(parseEnv(keys)).toMatchObject(keys);
    }
  });

  it("takes a bucket whole or not at all", () => {
    const bucket = {
      S3_ENDPOINT: "https://s3.example",
      S3_BUCKET: "pictures",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    };
    expect(parseEnv(bucket)).toMatchObject(bucket);
    for (const name of Object.keys(bucket)) {
      expect(refusalOf({ ...bucket, [name]: "" })).toContain(`- ${name}: missing`);
    }
  });

  it.each([
    ["https://s3.eu-west-3.amazonaws.com", "", "eu-west-3, which S3_ENDPOINT is of, not us-east-1"],
    ["https://s3.dualstack.eu-west-3.amazonaws.com/", "eu-west-1", "eu-west-3, which"],
  ])(
    "asks no region of Amazon's in the name of another: %s, %s",
    (S3_ENDPOINT, S3_REGION, told) => {
      expect(refusalOf({ S3_ENDPOINT, S3_REGION })).toContain(`- S3_REGION: must be ${told}`);
    },
  );

  it.each([
    ["https://s3.eu-west-3.amazonaws.com", "eu-west-3"],
    ["https://s3.amazonaws.com", ""],
    ["https://s3.fr-par.scw.cloud", "fr-par"],
    ["http://127.0.0.1:9000", ""],
  ])("takes a region that its endpoint is of, or does not name: %s, %s", (endpoint, S3_REGION) => {
    const bucket = { S3_BUCKET: "pictures", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" };
    expect(() => parseEnv({ ...bucket, S3_ENDPOINT: endpoint, S3_REGION })).not.toThrow();
  });

  it("takes several values of a secret, the newest first, and none that is short or blank", () => {
    const [newer, older] = ["n".repeat(32), "o".repeat(32)];
    expect(parseEnv({ SESSION_SECRET: newer }).SESSION_SECRET).toEqual([newer]);
    const both = parseEnv({ SESSION_SECRET: `${newer}, ${older}`, METRICS_TOKEN: "a,b" });
    expect(both).toMatchObject({ SESSION_SECRET: [newer, older], METRICS_TOKEN: ["a", "b"] });
    expect(refusalOf({ SESSION_SECRET: `${newer},short` })).toContain("- SESSION_SECRET.1: ");
    expect(refusalOf({ METRICS_TOKEN: "a," })).toContain("- METRICS_TOKEN.1: ");
  });

  it("takes a blank line for an absent variable", () => {
    expect(parseEnv({ SMTP_URL: "" }).SMTP_URL).toBeUndefined();
    expect(parseEnv({ SESSION_SECRET: "", PORT: " ", APP_MODE: "" })).toEqual(parseEnv({}));
  });

  it.each([
    "http://169.254.169.254/",
    "https://data.geopf.fr.example.com/",
    "https://data.geopf.fr@10.0.0.1/",
    "file:///etc/",
    "http://127.0.0.1:4243/without-slash",
  ])("asks no host for addresses at %s", (url) => {
    expect(refusalOf({ BAN_URL: url })).toContain("- BAN_URL: ");
  });

  it("takes the address base, or a stand-in on this machine", () => {
    for (const BAN_URL of ["https://data.geopf.fr/geocodage/", "http://127.0.0.1:4243/"]) {
      expect(parseEnv({ BAN_URL }).BAN_URL).toBe(BAN_URL);
    }
  });

  it("refuses what is not a port or not an address", () => {
    expect(refusalOf({ PORT: "http" })).toContain("- PORT: ");
    expect(refusalOf({ APP_URL: "placedessalles" })).toContain("- APP_URL: ");
  });
});

function refusalOf(source: Record<string, string>): string {
  try {
    parseEnv(source);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the environment was accepted");
}
