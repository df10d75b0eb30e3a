import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mongoose from "mongoose";
import { beforeAll, expect, test, vi } from "vitest";
import {
  control,
  createOpenVenue,
  payable,
  stack,
  unexpectedErrors,
  until,
} from "../support/running-stack";
import { HttpCustomer, httpCustomer } from "../support/http-customer";
import { createUser, createVenue } from "../support/fixtures";
import { withDatabaseName } from "../../scripts/database.mjs";
import { builtProgram } from "../../scripts/lib/programs.mjs";
import { run } from "../../scripts/lib/processes.mjs";
import { ApiTokenModel } from "@models/api-token";
import { TOKEN_SCOPES } from "@models/enumerations";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { newReset } from "~/accounts/reset-link.server";
import { quote } from "~/rules/price";
import { addDays, todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { limitOf } from "~/platform/web/rate-limit.server";

/** Two web processes, two workers and one database, as one; then that database lost and restored. */

// Before the stack is started, so before anything is imported: the jobs are in processes of their own.
vi.hoisted(() => (process.env.TEST_JOBS_APART = "1"));
vi.setConfig({ testTimeout: 90_000 });

const first = stack.appUrl;
let second = "";

beforeAll(async () => {
  const web = await stack.startWeb("web-2");
  second = `http://127.0.0.1:${web.options.env.PORT}`;
  await stack.startWorker("worker-2");
});

const day = (n: number) => addDays(todayInParis(new Date()), n);

/** What a visitor whom nobody knows is shown. */
const page = async (origin: string, path: string) => await (await fetch(origin + path)).text();

test("who logs in at one is known at the other, and messages and the end of a session follow", async () => {
  const here = await httpCustomer(first, { name: "Honorine" });
  const there = here.at(second);
  expect((await there.get("/profil")).text).toContain("Honorine");

  const session = here.cookieHeader;
  expect((await here.post("/deconnexion", {})).status).toBe(303);
  expect((await there.get("/")).text).toContain("Vous avez bien été déconnecté");
  // Not for the cookie alone, which somebody may have kept.
  const kept = await fetch(`${second}/profil`, {
    headers: { cookie: session },
    redirect: "manual",
  });
  expect([kept.status, kept.headers.get("location")?.split("?")[0]]).toEqual([303, "/connexion"]);
});

test("tries are counted together", async () => {
  const here = new HttpCustomer(first, await createUser());
  const there = here.at(second);
  const { tries } = limitOf("contact");
  const statuses: number[] = [];
  for (let n = 0; n <= tries; n += 1) {
    statuses.push((await (n % 2 === 0 ? here : there).post("/contact", {})).status);
  }
  expect(statuses.slice(0, tries)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
  expect((await there.post("/contact", {})).status).toBe(429);
});

test("what is changed or booked at one is so at the other", async () => {
  const owner = await httpCustomer(first, await payable());
  const venue = await createVenue(owner.user, { title: "La Halle aux Grains" });
  const id = venue._id.toString();
  // Kept by the second process, which is not told of the change by a request of its own.
  await until("the venue is shown", async () =>
    (await page(second, "/reservation")).includes("La Halle aux Grains"),
  );
  const edited = await owner.postJson(`/api/location/edit-my-location/${id}`, {
    title: "La Halle aux Blés",
  });
  expect(edited.status).toBe(200);
  await until("the kept page follows", async () =>
    (await page(second, "/reservation")).includes("La Halle aux Blés"),
  );
  expect(await page(second, "/reservation")).not.toContain("La Halle aux Grains");

  const dated = (n: number, more = "") =>
    page(second, `/reservation?start=${day(n)}&end=${day(n)}${more}`);
  expect(await dated(30)).toContain("La Halle aux Blés");
  const buyer = await httpCustomer(first);
  const stay = { start: day(30), end: day(30), requestKey: randomUUID() };
  expect((await buyer.post(`/reservation/${id}`, stay)).status).toBe(303);
  // A search that nobody made yet knows it at once, a page that was kept in a moment.
  expect(await dated(30, "&people=20")).not.toContain("La Halle aux Blés");
  expect(await dated(31, "&people=20")).toContain("La Halle aux Blés");
  await until(
    "the kept search follows",
    async () => !(await dated(30)).includes("La Halle aux Blés"),
  );

  const other = await httpCustomer(second);
  const late = { ...stay, requestKey: randomUUID() };
  expect((await other.post(`/reservation/${id}`, late)).status).toBe(409);
  // The form sent again, by a browser that was led to the other process.
  expect((await buyer.at(second).post(`/reservation/${id}`, stay)).status).toBe(303);
  expect(await ReservationModel.countDocuments({ venueId: venue._id })).toBe(1);
  expect(await unexpectedErrors()).toEqual([]);
});

test("a payment is in the books, and of two workers one sends each mail", async () => {
  const venue = await createOpenVenue();
  const buyer = await httpCustomer(second);
  const paid = await buyer.postJson("/api/stripe/charge", {
    ...{ id: venue._id.toString(), startDate: day(20), endDate: day(20) },
    ...{ requestKey: randomUUID(), paymentMethodId: "pm_card_visa" },
    amount: quote({ period: venue.time, unitPrice: venue.price, units: 1 }).total,
  });
  expect(paid.status).toBe(200);
  await until("the payment is in the books", async () => await LedgerEntryModel.exists({}));
  await control("deliver");
  const mails = await until("all mails have left", async () => {
    const all = await MailModel.find({}, "status attempts").lean();
    return all.length > 0 && all.every(({ status }) => status === "sent") && all;
  });
  expect(mails.filter(({ attempts }) => attempts !== 1)).toEqual([]);
});

/** Runs one of the product's programs on a database. */
const program = async (name: string, args: string[], MONGODB_URI = stack.mongoUri) =>
  await run(process.execPath, [builtProgram(name), ...args], {
    env: { ...stack.env, MONGODB_URI },
    timeoutMs: 60_000,
  });

/** What the ledger says of each kind of movement. */
const ledgerSums = async (database: mongoose.Connection) =>
  await database
    .collection("ledgerentries")
    .aggregate([
      { $group: { _id: "$type", movements: { $sum: 1 }, amount: { $sum: "$amount" } } },
      { $sort: { _id: 1 } },
    ])
    .toArray();

test("a restore drill: backed up, restored into another database, the product goes on there", async () => {
  const directory = await mkdtemp(join(tmpdir(), "restore-drill-"));
  const file = join(directory, "backup.gz");
  const restored = withDatabaseName(stack.mongoUri, "restored");
  try {
    const venue = await createOpenVenue();
    const buyer = await httpCustomer(first, { name: "Honorine" });
    const token = { name: "Agenda", hash: "of a token", scope: TOKEN_SCOPES[0] };
    await ApiTokenModel.create({ ...token, userId: buyer.user._id, createdAt: new Date() });
    const link = newReset(buyer.user._id, new Date());
    await UserModel.updateOne({ _id: buyer.user._id }, { reset: link.reset });
    // The audit log has something to say.
    for (const act of [["on", "Nous revenons vite."], ["off"]]) {
      expect((await program("maintenance", act)).code).toBe(0);
    }
    const books = await ledgerSums(mongoose.connection);
    const saved = await program("backup", [file]);
    expect(saved).toMatchObject({ code: 0 });
    const whole = await readFile(file);
    const cut = join(directory, "cut.gz");
    await writeFile(cut, whole.subarray(0, whole.length - 200));
    const [refused, damaged, back] = await Promise.all([
      // A database that has anything in it is left alone.
      program("restore", [file]),
      program("restore", [cut], withDatabaseName(stack.mongoUri, "damaged")),
      program("restore", [file], restored),
    ]);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("n’est pas vide")]);
    expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining("est abîmée")]);
    expect(back.output).toContain("relus et identiques");
    expect(back.output).toContain("Journal intact");
    expect(back.code).toBe(0);

    const database = mongoose.connection.useDb("restored");
    const names = async (of: mongoose.Connection, collection: string) =>
      (await of.collection(collection).indexes()).map(({ name }) => name).sort();
    for (const collection of ["reservations", "users", "bookedslots", "auditentries"]) {
      expect(await names(database, collection)).toEqual(
        await names(mongoose.connection, collection),
      );
    }
    expect(await ledgerSums(database)).toEqual(books);

    const web = await stack.startWeb("web-restored", {
      NODE_ENV: "production",
      MONGODB_URI: restored,
      RUN_JOBS: "none",
      // The one that the others have is no longer the newest.
      SESSION_SECRET: `another-secret-that-nobody-has-seen-yet,${env.SESSION_SECRET[0]}`,
    });
    const there = `http://127.0.0.1:${web.options.env.PORT}`;
    // Sessions and tokens of before may have been ended since the backup, so that none is left; there as here.
    const same = buyer.at(there);
    expect((await same.get("/profil")).location).toContain("/connexion");
    for (const collection of ["sessions", "apitokens"]) {
      expect(await mongoose.connection.collection(collection).countDocuments()).toBeGreaterThan(0);
      expect(await database.collection(collection).countDocuments()).toBe(0);
    }
    // Nor does a link that may have been used since choose a password there.
    const choosing = `/reinitialisation-mot-de-passe/${link.token}`;
    expect(await page(first, choosing)).toContain('name="passwordConfirmation"');
    expect(await page(there, choosing)).not.toContain('name="passwordConfirmation"');
    // Who logs in anew goes on, and days that were free are free.
    await same.login();
    expect((await same.get("/profil")).text).toContain("Honorine");
    const stay = { start: day(40), end: day(40), requestKey: randomUUID() };
    expect((await same.post(`/reservation/${venue._id.toString()}`, stay)).status).toBe(303);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("a process that nobody asked anything for a while knows all the same that the site is closed, and open again", async () => {
  for (const [args, closed] of [
    [["on", "Nous revenons vite."], true],
    [["off"], false],
  ] as const) {
    expect((await program("maintenance", [...args])).code).toBe(0);
    // Longer than it looks for changes in; to ask it whether it knows would tell it.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    for (const origin of [first, second]) {
      expect((await page(origin, "/CGU")).includes("Nous revenons vite.")).toBe(closed);
    }
  }
});
