import { afterEach, expect, it, vi } from "vitest";
import { sendMails } from "./send-mails";

/** How many are due, and how long sending fifty of them takes. */
const outbox = vi.hoisted(() => ({ due: 0, takesMs: 0, asked: [] as string[] }));
vi.mock("~/platform/mail/deliver-mails.server", () => ({
  deliverDueMails(_: Date, most: number) {
    const sent = Math.min(most, outbox.due);
    outbox.due -= sent;
    vi.setSystemTime(Date.now() + outbox.takesMs);
    return Promise.resolve({ sent, postponed: 0, failed: 0 });
  },
}));
vi.mock("./queue", () => ({
  enqueue(name: string) {
    outbox.asked.push(name);
    return Promise.resolve(true);
  },
}));

afterEach(() => void vi.useRealTimers());

it.each([
  ["that are all sent in its turn", 120, 1_000, 0, []],
  ["more than a turn sends", 220, 2_000, 70, ["send-mails"]],
])("of mails %s, asks for what is left", async (_, due, takesMs, left, asked) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  Object.assign(outbox, { due, takesMs, asked: [] });
  await sendMails();
  expect(outbox).toMatchObject({ due: left, asked });
});
