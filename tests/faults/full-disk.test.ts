import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { stack, until } from "../support/running-stack";

vi.setConfig({ testTimeout: 60_000 });

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
  await until("lines are dropped", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask("/healthz")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    return (await dropped()) > 0;
  });
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
