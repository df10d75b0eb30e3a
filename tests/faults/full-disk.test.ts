import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { ContactMessageModel } from "@models/contact-message";
import { HttpCustomer, httpCustomer } from "../support/http-customer";
import { stack, unexpectedErrors, until, web } from "../support/running-stack";

vi.setConfig({ testTimeout: 180_000 });

const TOKEN = "jeton-de-mesure";

test("attack 32: a full disk under the log stops neither the answers nor the end", async () => {
  await symlink("/dev/full", join(stack.env.DATA_DIR!, "logs", "full-disk.log"));
  const web = await stack.startWeb("full-disk", {
    NODE_ENV: "production",
    LOG_LEVEL: "info",
    RUN_JOBS: "none",
    METRICS_TOKEN: TOKEN,
  });
  const origin = `http://127.0.0.1:${web.options.env.PORT}`;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin + path, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  const dropped = async () => {
    const { text } = await ask("/metrics", { authorization: `Bearer ${TOKEN}` });
    return Number(/^log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
  };
  expect(await dropped()).toBe(0);
  const areDropped = async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask("/healthz")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    return (await dropped()) > 0;
  };
  // 256 kB of lines wait first, which takes as long as the machine is busy.
  await until("lines are dropped", areDropped);
  expect((await ask("/CGU")).status).toBe(200);
  process.kill(web.pid!, "SIGTERM");
  expect(await web.death).toBe("code 0");
});

test("what is measured is told to who knows the token, and to nobody else", async () => {
  const web = await stack.startWeb("metrics", {
    NODE_ENV: "production",
    RUN_JOBS: "none",
    METRICS_TOKEN: TOKEN,
  });
  const statusOf = async (authorization?: string) => {
    const url = `http://127.0.0.1:${web.options.env.PORT}/metrics`;
    return (await fetch(url, { headers: authorization ? { authorization } : {} })).status;
  };
  expect(await statusOf(`Bearer ${TOKEN}`)).toBe(200);
  for (const wrong of [undefined, "", TOKEN, `Bearer ${TOKEN}x`, "Bearer ", `Basic ${TOKEN}`]) {
    expect([wrong, await statusOf(wrong)]).toEqual([wrong, 404]);
  }
});

/** Refuses the engine every write past so many bytes of a file, as a disk without room does; needs no privilege. */
const leaveRoom = (bytes: number) =>
  promisify(execFile)("prlimit", [`--pid=${stack.database.pid}`, `--fsize=${bytes}:`]);

test("attack 32: a full disk under the data refuses in French and loses nothing; with room it goes on", async () => {
  const member = await httpCustomer(stack.appUrl);
  const write = (description: string) =>
    new HttpCustomer(stack.appUrl, member.user).post("/contact", {
      ...{ type: "Support technique", name: "Marie", lastname: "Durand" },
      ...{ email: member.user.email, description },
    });
  const descriptions = async () =>
    (await ContactMessageModel.find().sort({ _id: 1 }).lean()).map((said) => said.description);
  expect((await write("avant")).status).toBe(303);

  await leaveRoom(65_536);
  const refused = await write("pendant");
  expect(refused.status).toBe(503);
  expect(refused.text).toContain("Le service est momentanément indisponible");
  // What was typed is still there.
  expect(refused.text).toContain("pendant");
  // The engine ends, since it could serve nobody until it is started again; its log says why.
  await stack.database.service!.death;
  expect(stack.database.service!.explanation()?.message).toContain("Le disque est plein");
  for (const path of ["/profil", "/", "/connexion"]) {
    const { status, text } = await member.get(path);
    expect([path, status]).toEqual([path, 503]);
    expect(text).toContain("Le service est momentanément indisponible");
  }
  expect((await fetch(`${stack.appUrl}/readyz`)).status).toBe(503);

  // A new process, without the bound.
  await stack.database.restart();
  await until("the profile", async () => (await member.get("/profil")).status === 200);
  expect((await write("après")).status).toBe(303);
  expect(await descriptions()).toEqual(["avant", "après"]);
  expect(web.pid).toBeDefined();
  expect(await unexpectedErrors()).toEqual([]);
});
