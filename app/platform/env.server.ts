import { z } from "zod";

/**
 * The environment, read and checked once, here and nowhere else. In production every needed
 * variable must be there and none may be a development value; the error names each one.
 */

const DEV_SECRET = "development-secret-not-for-production";
const DEV_DATABASE = "mongodb://127.0.0.1:27017/place-des-salles?replicaSet=rs0";
const DEV_MAIL_HOST = "@placedessalles.example";
const NOT_IN_SERVICE = "ce site n’est pas en service";

const text = z.string().trim().min(1);

/** Of one secret, the newest first: the others are still read until they are taken off (docs/operations.md, Secrets). */
const listOf = (given: string) => given.split(",").map((one) => one.trim());

const secrets = (one: z.ZodString) =>
  z
    .string()
    .transform(listOf)
    .pipe(z.tuple([one]).rest(one));

const like = (beginning: RegExp, shown: string) =>
  text.regex(beginning, `must start with ${shown}`);

/** A site stands at the root of its address: what is typed after that would be lost in half of all links. */
const siteAddress = z
  .string()
  .url()
  .refine((url) => !URL.canParse(url) || isOrigin(new URL(url)), "an address without a path")
  .transform((url) => new URL(url).origin);

function isOrigin({ protocol, pathname, search, hash, username }: URL): boolean {
  return /^https?:$/.test(protocol) && pathname + search + hash + username === "/";
}

/** One sender, as mails name it: 'a@b.fr', 'Name <a@b.fr>'; an unquoted comma would make two of it. */
const SENDER = /^(?:(?:"[^"]*"|[^"<>,]*)\s*<[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/;

/** What services without regions of their own take. */
const DEFAULT_REGION = "us-east-1";

const BAN_ORIGIN = "https://data.geopf.fr";

/** The server asks this host for what people type, so it may be no other than these. */
function isBan(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, hostname } = new URL(url);
  return origin === BAN_ORIGIN || ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

const schema = z.object({
  APP_MODE: z.enum(["production", "demo", "test", "development"]),
  APP_URL: siteAddress.default("http://localhost:3000"),
  HOST: text.default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  // Set by the scripts: the process that starts this one hands it a port that it holds.
  PORT_HANDED_OVER: z.literal("1").optional(),
  BRAND_NAME: text.default("Place des Salles"),
  LEGAL_PUBLISHER: text.default(`Démonstration\u00a0: ${NOT_IN_SERVICE}.`),
  LEGAL_HOST: text.default(`Démonstration\u00a0: ${NOT_IN_SERVICE}.`),
  LEGAL_MEDIATOR: text.default(`Démonstration\u00a0: ${NOT_IN_SERVICE}.`),
  MONGODB_URI: like(/^mongodb(\+srv)?:\/\//, "mongodb:// or mongodb+srv://").default(DEV_DATABASE),
  SESSION_SECRET: secrets(z.string().min(32)).default(DEV_SECRET),
  DATA_DIR: text.default(".data"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  // What finds venues: an index in each web process, or the database's own indexes (decisions/037).
  SEARCH_ENGINE: z.enum(["memory", "mongo"]).default("memory"),
  RUN_JOBS: z.enum(["inline", "none"]).default("inline"),
  METRICS_TOKEN: secrets(text).optional(),
  STRIPE_SECRET_KEY: like(/^[sr]k_/, "sk_ or rk_").optional(),
  // Browsers are given this one: the secret key in its place would open the whole account to anybody.
  STRIPE_PUBLISHABLE_KEY: like(/^pk_/, "pk_").optional(),
  STRIPE_WEBHOOK_SECRET: secrets(text).optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: secrets(text).optional(),
  STRIPE_SANDBOX_URL: z.string().url().optional(),
  // The step to whose end answers wait that must not tell by their time whether an account is there.
  ANSWER_STEP_MS: z.coerce.number().int().min(10).max(5_000).default(250),
  // How long a press that pays waits for Stripe before it says that it is late.
  PAYMENT_PATIENCE_MS: z.coerce.number().int().min(1_000).max(60_000).default(5_000),
  // Without its scheme nodemailer takes it for this machine.
  SMTP_URL: like(/^smtps?:\/\/[^/]/, "smtp:// or smtps:// and a host")
    .url()
    .optional(),
  MAIL_FROM: text
    .regex(SENDER, "must be one sender: name <address>")
    .default(`Place des Salles <ne-pas-repondre${DEV_MAIL_HOST}>`),
  // Who is told of messages of the contact page, and reads what is answered to mails that say so.
  CONTACT_EMAIL: z.string().email().default(`equipe${DEV_MAIL_HOST}`),
  // A bucket for the pictures; the database has them without one.
  S3_ENDPOINT: z.string().url().optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default(DEFAULT_REGION),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_ADDRESSING: z.enum(["virtual", "path"]).default("virtual"),
  GOOGLE_MAPS_API_KEY: text.optional(),
  BAN_URL: z
    .string()
    .url()
    .endsWith("/")
    .refine(isBan, "the address base or a loopback")
    .optional(),
  // Hosts that imported calendars may be read from though they lie in this network; for tests alone.
  CALENDAR_TEST_HOSTS: z
    .string()
    .default("")
    .transform((hosts) => hosts.split(",").filter(Boolean)),
});

export type Env = z.infer<typeof schema>;

const NEEDED_IN_PRODUCTION = [
  "APP_URL",
  "MONGODB_URI",
  "SESSION_SECRET",
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_CONNECT_WEBHOOK_SECRET",
  "SMTP_URL",
  "MAIL_FROM",
  "CONTACT_EMAIL",
  "LEGAL_PUBLISHER",
  "LEGAL_HOST",
  "LEGAL_MEDIATOR",
  // https says that there is a proxy; without its number everybody has its address.
  "TRUST_PROXY",
] as const;

/** What shows of a needed variable that it is still a development one; of Stripe's, that it is the sandbox's, which is public. */
const OF_DEVELOPMENT = {
  SESSION_SECRET: DEV_SECRET,
  STRIPE_SECRET_KEY: "sandbox",
  STRIPE_PUBLISHABLE_KEY: "sandbox",
  STRIPE_WEBHOOK_SECRET: "sandbox",
  STRIPE_CONNECT_WEBHOOK_SECRET: "sandbox",
  MAIL_FROM: DEV_MAIL_HOST,
  CONTACT_EMAIL: DEV_MAIL_HOST,
  LEGAL_PUBLISHER: NOT_IN_SERVICE,
  LEGAL_HOST: NOT_IN_SERVICE,
  LEGAL_MEDIATOR: NOT_IN_SERVICE,
} as const satisfies Partial<Record<(typeof NEEDED_IN_PRODUCTION)[number], string>>;

/** What a bucket needs, all of it or none. */
const BUCKET = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** Amazon's address of a region, which turns away what is signed for another. */
const AMAZON = /^s3\.(?:dualstack\.)?([a-z0-9-]+)\.amazonaws\.com$/;

function bucketProblems(given: Record<string, string | undefined>): string[] {
  if (!BUCKET.some((name) => given[name])) return [];
  const problems: string[] = BUCKET.filter((name) => !given[name]).map(
    (name) => `${name}: missing, a bucket needs it`,
  );
  const { S3_ENDPOINT = "", S3_REGION = DEFAULT_REGION } = given;
  const host = URL.canParse(S3_ENDPOINT) ? new URL(S3_ENDPOINT).hostname : "";
  const region = AMAZON.exec(host)?.[1];
  if (region && region !== S3_REGION.trim()) {
    problems.push(`S3_REGION: must be ${region}, which S3_ENDPOINT is of, not ${S3_REGION.trim()}`);
  }
  return problems;
}

/**
 * Parses an environment.
 *
 * @throws Error that lists every missing or unfit variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  // Blank lines of a .env file count as absent.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const mode = given.APP_MODE ?? (given.NODE_ENV === "production" ? "production" : "development");
  const parsed = schema.safeParse({ ...given, APP_MODE: mode });
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  problems.push(...bucketProblems(given));
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY } = given;
  if (
    STRIPE_SECRET_KEY &&
    STRIPE_PUBLISHABLE_KEY &&
    isLive(STRIPE_SECRET_KEY) !== isLive(STRIPE_PUBLISHABLE_KEY)
  ) {
    problems.push("STRIPE_PUBLISHABLE_KEY: one of the two keys of Stripe is live, one for tests");
  }
  if (mode === "production") problems.push(...productionProblems(given));
  if (problems.length > 0) {
    throw new Error(`Configuration invalide / invalid configuration:\n- ${problems.join("\n- ")}`);
  }
  return parsed.data!;
}

const isLive = (stripeKey: string) => stripeKey.includes("_live_");

function productionProblems(source: Record<string, string | undefined>): string[] {
  const problems: string[] = NEEDED_IN_PRODUCTION.filter((name) => !source[name]).map(
    (name) => `${name}: missing in production`,
  );
  for (const [name, sign] of Object.entries(OF_DEVELOPMENT)) {
    if (source[name]?.includes(sign)) {
      problems.push(`${name}: a development value is refused in production`);
    }
  }
  if (source.MONGODB_URI?.trim() === DEV_DATABASE) {
    problems.push("MONGODB_URI: the development value is refused in production");
  }
  if (source.APP_URL && !source.APP_URL.startsWith("https://")) {
    problems.push("APP_URL: must be https in production");
  }
  if (source.STRIPE_SANDBOX_URL) {
    problems.push("STRIPE_SANDBOX_URL: the sandbox is refused in production");
  }
  if (source.CALENDAR_TEST_HOSTS) {
    problems.push("CALENDAR_TEST_HOSTS: refused in production");
  }
  if (source.BAN_URL && !source.BAN_URL.startsWith(`${BAN_ORIGIN}/`)) {
    problems.push("BAN_URL: only the address base itself is accepted in production");
  }
  return problems;
}

export const env: Env = parseEnv(process.env);

/** True only where real people and real money are. */
export const isProduction = env.APP_MODE === "production";
