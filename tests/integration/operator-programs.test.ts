import { exec, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import mongoose from "mongoose";
import { beforeEach, expect, it } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { MailModel } from "@models/mail";
import { UserModel } from "@models/user";
import { recordAct } from "~/admin/audit/record-act.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, todayInParis } from "~/platform/days";
import { acquireLock } from "../../scripts/lib/lock.mjs";
import { emptyDatabase, useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createUser } from "../support/fixtures";
import { newAdmin } from "../support/office";

/** What an operator runs in a terminal finds the database by itself. */

useDatabase();
beforeEach(emptyDatabase);

/** What stands before all else that a program says: which database it works on. */
const PLACE = /^Base de données : (mongodb:\S+) \([^)]+\)\n/;

/**
 * @param typed line by line what a program asks for
 * @param given what stands behind its name
 */
async function run(
  name: string,
  env: Record<string, string>,
  typed: readonly string[] = [],
  given: readonly string[] = [],
) {
  const program = ["scripts/program.mjs", name, ...given];
  const { said, ...end } = await started(program, { ...process.env, ...env }, typed);
  return { ...end, place: PLACE.exec(said)?.[1], said: said.replace(PLACE, "") };
}

function started(given: string[], env: NodeJS.ProcessEnv, typed: readonly string[] = []) {
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    const program = execFile(process.execPath, given, { env }, (error, said, complained) =>
      resolve({ code: Number(error?.code ?? 0), said, complained }),
    );
    program.stdin?.end(typed.map((line) => `${line}\n`).join(""));
  });
}

/** `npm run audit:check`, which reads it alone. */
const checkAudit = (env: Record<string, string>) => run("check-audit", env);

const uri = () => {
  const { host, port, name } = mongoose.connection;
  return `mongodb://${host}:${port}/${name}?directConnection=true`;
};

it("that of the environment, which it names without its secrets", async () => {
  await createUser({});
  const MONGODB_URI = uri().replace("?", "?appName=secret&");
  expect(await checkAudit({ MONGODB_URI })).toMatchObject({
    code: 0,
    place: uri().replace(/\?.*/, ""),
    said: expect.stringContaining("Journal intact") as string,
  });
  const refused = await checkAudit({ MONGODB_URI: "mongodb://ici:secret@127.0.0.1:1/x" });
  expect(refused).toMatchObject({ code: 1, said: "" });
  expect(refused.complained).toContain("mongodb://127.0.0.1:1/x ne répond pas.");
  expect(refused.complained).not.toContain("secret");
});

it("started by itself it says in one line which database does not answer, and ends with 1", async () => {
  const MONGODB_URI = "mongodb://ici:secret@127.0.0.1:1/x";
  const env = { ...process.env, MONGODB_URI, LOG_LEVEL: "info" };
  const programs = ["worker", "index", "check-audit", "reset-second-factor"];
  const ends = programs.map(async (name) => {
    const file = `build/server/${name}.js`;
    const { code, said, complained } = await started([file, "qui@exemple.fr"], env);
    return { name, code, lines: (said + complained).trim().split("\n") };
  });
  for (const { name, code, lines } of await Promise.all(ends)) {
    expect({ name, code, lines }).toMatchObject({ code: 1, lines: { length: 1 } });
    expect(lines[0]).toContain(
      "La base de données mongodb://127.0.0.1:1/x ne peut pas être jointe (",
    );
    expect(lines[0]).not.toContain("secret");
  }
});

it.each(["setup", "web", "worker"])(
  "npm run %s is production unless it is told otherwise: with nothing set it ends with 1 and says what is missing",
  async (name) => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const script = (env: Record<string, string>) =>
      new Promise<{ code: number; complained: string }>((resolve) => {
        const bare = { ...process.env };
        for (const set of Object.keys(bare)) if (set !== "PATH") delete bare[set];
        Object.assign(bare, env);
        exec(scripts[name]!, { env: bare }, (error, _said, complained) =>
          resolve({ code: error?.code ?? 0, complained }),
        );
      });
    const { code, complained } = await script({});
    expect(code).toBe(1);
    for (const variable of ["SESSION_SECRET", "MONGODB_URI", "STRIPE_SECRET_KEY", "SMTP_URL"]) {
      expect(complained).toContain(`- ${variable}: missing in production`);
    }
    const told = await script({ APP_MODE: "development", MONGODB_URI: "nowhere" });
    expect(told.complained).toContain("- MONGODB_URI: must start with");
    expect(told.complained).not.toContain("in production");
  },
);

it("says of a file that it cannot write or read why, and of nothing else", async () => {
  const nowhere = path.join(tmpdir(), "place-des-salles-nowhere", "copy.bak");
  const MONGODB_URI = uri();
  const backup = await run("backup", { MONGODB_URI }, [], [nowhere]);
  expect(backup).toMatchObject({
    code: 1,
    said: "",
    complained: `${nowhere} ne peut pas être écrit (ENOENT)\u00a0: rien n’a été sauvegardé.\n`,
  });
  const empty = { MONGODB_URI: MONGODB_URI.replace("?", "-nothing?") };
  for (const [file, problem] of [
    [nowhere, "ENOENT"],
    [tmpdir(), "EISDIR"],
  ] as const) {
    const complained = `${file} ne peut pas être lu (${problem})\u00a0: la base de données n’est pas restaurée.\n`;
    expect(await run("restore", empty, [], [file])).toMatchObject({
      ...{ code: 1, said: "", complained },
    });
  }
  await createUser({});
  const full = await run("restore", { MONGODB_URI }, [], [nowhere]);
  expect(full).toMatchObject({
    code: 1,
    said: "",
    complained: "La base de données n’est pas vide (users)\u00a0: rien n’a été changé.\n",
  });
});

it("knows a restore that was killed: neither another one nor the set-up takes it for the whole", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "operator-"));
  const file = path.join(directory, "copy.bak");
  for (let n = 0; n < 3; n += 1) await createUser({});
  expect(await run("backup", { MONGODB_URI: uri() }, [], [file])).toMatchObject({ code: 0 });
  const MONGODB_URI = uri().replace("?", "-half?");
  const half = mongoose.connection.useDb(`${mongoose.connection.name}-half`);
  const env = { ...process.env, MONGODB_URI };
  try {
    const restoring = spawn(process.execPath, ["build/server/restore.js", file], { env });
    const ended = once(restoring, "exit");
    await eventually(async () =>
      expect(await half.collection("restoreunderway").countDocuments()).toBe(1),
    );
    restoring.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
    for (const [program, then] of [
      ["restore", "recommencez dans une base vide."],
      ["setup", "restaurez dans une base vide."],
    ] as const) {
      expect(await started([`build/server/${program}.js`, file], env)).toEqual({
        code: 1,
        said: "",
        complained: `Une restauration n’est pas allée à son terme\u00a0: supprimez cette base et ${then}\n`,
      });
    }
    await half.dropDatabase();
    expect(await run("restore", { MONGODB_URI }, [], [file])).toMatchObject({ code: 0 });
    expect(await started(["build/server/setup.js"], env)).toMatchObject({ code: 0 });
  } finally {
    await half.dropDatabase();
    await rm(directory, { recursive: true });
  }
});

it("saves no database that has nothing in it, for it is not the one that was meant", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "operator-"));
  const file = path.join(directory, "copy.bak");
  const MONGODB_URI = uri().replace("?", "-nothing?");
  expect(await run("backup", { MONGODB_URI }, [], [file])).toMatchObject({
    code: 1,
    said: "",
    complained:
      "La base de données est vide\u00a0: rien n’a été sauvegardé. Est-ce celle de MONGODB_URI\u00a0?\n",
  });
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
});

it("lists what a restore would undo, all of it and by ids alone, a line each", async () => {
  const deletedAt = new Date();
  const accounts = Array.from({ length: 21 }, () => createUser({ deletedAt }));
  const gone = (await Promise.all(accounts)).map(({ _id }) => _id.toString());
  const { id } = await newAdmin();
  const file = "build/server/keep-list.js";
  const env = { ...process.env, MONGODB_URI: uri() };
  const { code, said } = await started([file], env);
  expect(code).toBe(0);
  const lines = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  const closed = { of: "users", deletedAt: deletedAt.toISOString() };
  for (const _id of gone) expect(lines).toContainEqual({ ...closed, _id });
  expect(lines).toHaveLength(gone.length + 1);
  expect(lines).toContainEqual({ of: "users", _id: id, adminRole: "super-admin" });
  const nothing = { ...env, MONGODB_URI: uri().replace("?", "-nothing?") };
  expect(await started([file], nothing)).toMatchObject({ code: 1, said: "" });
});

it("says which entry of the journal had one byte changed, and ends with 1", async () => {
  const { actor, id } = await newAdmin();
  for (const why of ["Annonces reçues d’autres sites", "Doublon", "Fraude"]) {
    await inTransaction((transaction) =>
      recordAct({ actor, act: "user.ban", target: id, why, at: new Date() }, transaction),
    );
  }
  await AuditEntryModel.collection.updateOne({ seq: 2 }, { $set: { why: "doublon" } });
  expect(await checkAudit({ MONGODB_URI: uri() })).toMatchObject({
    code: 1,
    said: "",
    complained: "Journal altéré après 1 entrée vérifiée\u00a0: l’entrée 2 a été modifiée.\n",
  });
  await AuditEntryModel.collection.updateOne({ seq: 2 }, { $set: { why: "Doublon" } });
  expect(await checkAudit({ MONGODB_URI: uri() })).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^Journal intact\u00a0: 3 entrées vérifiées\. La dernière a pour empreinte [0-9a-f]{64}\.\n$/,
    ) as string,
    complained: "",
  });
});

it("vouches for no journal of a database that has nothing in it", async () => {
  expect(await checkAudit({ MONGODB_URI: uri() })).toMatchObject({
    code: 1,
    said: "",
    complained: expect.stringContaining("Est-ce celle de MONGODB_URI") as string,
  });
});

it("makes no database to work on: without one it names MONGODB_URI, and leaves nothing behind", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "operator-"));
  for (const name of ["check-audit", "create-admin", "maintenance"]) {
    expect(await run(name, { MONGODB_URI: "", DATA_DIR: dataDir }, [], ["off"])).toMatchObject({
      code: 1,
      said: "",
      complained: expect.stringContaining("donnez MONGODB_URI") as string,
    });
  }
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "a backup that is ended by %s leaves nothing of what it had written",
  async (signal) => {
    const directory = await mkdtemp(path.join(tmpdir(), "operator-"));
    const file = path.join(directory, "copy.bak");
    const bytes = randomBytes(4_000_000);
    const heavy = mongoose.connection.collection("pictures.chunks");
    await heavy.insertMany(Array.from({ length: 30 }, (_, n) => ({ n, bytes })));
    const env = { ...process.env, MONGODB_URI: uri() };
    const program = spawn(process.execPath, ["scripts/program.mjs", "backup", file], { env });
    const ended = once(program, "exit");
    try {
      await eventually(async () => expect(await readdir(directory)).toEqual(["copy.bak.part"]));
      program.kill(signal);
      expect(await ended).toEqual([1, null]);
      expect(await readdir(directory)).toEqual([]);
    } finally {
      await heavy.deleteMany({});
      await rm(directory, { recursive: true });
    }
  },
);

it("that of the product which runs on the same data", async () => {
  await createUser({});
  const dataDir = await mkdtemp(path.join(tmpdir(), "operator-"));
  const { port } = mongoose.connection;
  const release = await acquireLock(path.join(dataDir, "database.lock"), { uri: uri(), port });
  try {
    const { code, said } = await checkAudit({ MONGODB_URI: "", DATA_DIR: dataDir });
    expect([code, said]).toEqual([0, expect.stringContaining("Journal intact")]);
  } finally {
    await release();
    await rm(dataDir, { recursive: true });
  }
});

it("where nobody is at the terminal, who holds the data without answering is told of, not waited for", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "operator-"));
  const release = await acquireLock(path.join(dataDir, "database.lock"));
  try {
    const { code, complained } = await checkAudit({ MONGODB_URI: "", DATA_DIR: dataDir });
    expect([code, complained]).toEqual([1, expect.stringContaining("qui ne répond pas")]);
  } finally {
    await release();
    await rm(dataDir, { recursive: true });
  }
}, 120_000);

it("makes a super-admin, once, with a password that is one", async () => {
  const create = (...typed: string[]) => run("create-admin", { MONGODB_URI: uri() }, typed);
  const zoe = ["Zoé", "Nouvelle", "Zoe@exemple.fr"];
  for (const [typed, complained] of [
    [["", "", "", ""], "Le prénom et le nom sont nécessaires."],
    [["Zoé", "Nouvelle", "zoe", "Lilas-1990-bleu"], "Saisissez une adresse e-mail"],
    [[...zoe, "court"], "Le mot de passe doit contenir au moins 8 caractères."],
  ] as const) {
    expect(await create(...typed)).toMatchObject({
      code: 1,
      complained: expect.stringContaining(complained) as string,
    });
  }
  expect(await UserModel.countDocuments()).toBe(0);
  // A stranger's signup, which nobody verified, holds no address.
  await createUser({ email: "zoe@exemple.fr", isVerified: false });
  const { code, said } = await create(...zoe, "Lilas-1990-bleu");
  expect([code, said]).toEqual([0, expect.stringContaining("zoe@exemple.fr")]);
  expect(said).not.toContain("Lilas");
  const made = await UserModel.find().lean();
  expect(made).toMatchObject([
    { email: "zoe@exemple.fr", isAdmin: true, adminRole: "super-admin", isVerified: true },
  ]);
  // The console's, in the journal from its beginning.
  const target = made[0]!._id.toString();
  const [entry, ...more] = await AuditEntryModel.find().lean();
  expect(entry).toMatchObject({ act: "user.create", target, after: "Administration, Super-admin" });
  expect(entry).toMatchObject({ requestId: "console", address: "console" });
  expect(more).toEqual([]);
  expect(await create(...zoe, "Platanes-1927")).toMatchObject({
    code: 1,
    complained: expect.stringContaining("Un compte existe déjà à cette adresse.") as string,
  });
  expect(await UserModel.find().lean()).toEqual(made);
  expect(await AuditEntryModel.countDocuments()).toBe(1);
});

it("writes to nobody from a production that lacks its address: links of its mails would lead to this machine", async () => {
  await createUser({});
  const bare = { ...{ APP_MODE: "", NODE_ENV: "", APP_URL: "" }, WITHOUT_ENV_FILE: "1" };
  const MODE = "Mode : production (pour la démonstration : APP_MODE=demo)";
  const given = ["--from", addDays(todayInParis(new Date()), 30), "Article 6"];
  const announced = await run("announce-terms", { ...bare, MONGODB_URI: uri() }, [], given);
  expect(announced).toMatchObject({ code: 1, said: `${MODE}\n` });
  expect(announced.complained).toContain("- APP_URL: missing in production");
  expect(await MailModel.countDocuments()).toBe(0);
  const demo = await run(
    "announce-terms",
    { ...bare, APP_MODE: "demo", MONGODB_URI: uri() },
    [],
    given,
  );
  expect(demo).toMatchObject({ code: 0, said: expect.stringContaining("1.") as string });
});
