import { createOpenVenue, payable, stack, unexpectedErrors } from "../support/running-stack";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ApiTokenModel } from "@models/api-token";
import { SessionModel } from "@models/session";
import { makeApiToken } from "~/platform/api-token.server";
import { hashToken } from "~/platform/token.server";
import { SCHEMATHESIS } from "../../scripts/test/schemathesis.mjs";
import { createVenue } from "../support/fixtures";
import { httpCustomer } from "../support/http-customer";
import { PROVED } from "../support/members";

/**
 * How long it may try; past it, it stops and tells what it found so far, so that a slow machine fails nothing.
 * The examples alone would fill a short time, and the coverage has them too: `npm run proof` gives both theirs.
 */
const SECONDS = Number(process.env.SCHEMATHESIS_SECONDS ?? 25);
const PHASES = SECONDS > 60 ? "examples,coverage,fuzzing" : "coverage,fuzzing";
const PATIENCE_MS = (SECONDS + 90) * 1_000;
const CHECKS = [
  ...["not_a_server_error", "status_code_conformance", "content_type_conformance"],
  ...["response_schema_conformance", "unsupported_method", "allow_header_conformance"],
].join(",");

let people: Record<string, string>[];
let ids: string[];
beforeAll(async () => {
  const member = await httpCustomer(stack.appUrl);
  const owner = await httpCustomer(stack.appUrl, await payable());
  const admin = await httpCustomer(stack.appUrl, { isAdmin: true });
  await SessionModel.updateOne({ userId: admin.user._id }, { $set: PROVED });
  const token = makeApiToken();
  await ApiTokenModel.create({
    userId: member.user._id,
    name: "Essai",
    scope: "write",
    hash: hashToken(token),
    createdAt: new Date(),
  });
  const venues = [await createOpenVenue(), await createVenue(owner.user)];
  people = [
    {},
    ...[member, owner, admin].map(({ cookieHeader }) => ({ Cookie: cookieHeader })),
    { Authorization: `Bearer ${token}` },
  ];
  ids = [...venues.map(({ _id }) => _id.toString()), member.id, owner.id, "0".repeat(24)];
});

/** Runs it, in a directory of its own, which it writes into. */
async function tryApi(): Promise<{ passed: boolean; output: string }> {
  const home = await mkdtemp(join(tmpdir(), "place-des-salles-schemathesis-"));
  const args = [
    ...["run", `${stack.appUrl}/api/openapi.json`, "--checks", CHECKS, "--seed", "20261122"],
    ...["--phases", PHASES, "--max-time", String(SECONDS), "--workers", "1"],
    ...["--generation-database", "none", "--no-color", "--warnings", "off"],
  ];
  const env = {
    ...process.env,
    HOME: home,
    SCHEMATHESIS_HOOKS: "hooks",
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: "1",
    API_PEOPLE: JSON.stringify(people),
    API_IDS: JSON.stringify(ids),
  };
  const options = { cwd: home, env, timeout: PATIENCE_MS, maxBuffer: 100_000_000 };
  const told = await new Promise<{ passed: boolean; output: string }>((resolve) =>
    execFile(SCHEMATHESIS, args, options, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    ),
  );
  await rm(home, { recursive: true, force: true });
  return told;
}

test(
  "a stranger finds nothing that the document does not say",
  async () => {
    if (!existsSync(SCHEMATHESIS)) {
      throw new Error("It is not installed: `npm test -- schemathesis` does it where Python is");
    }
    const { passed, output } = await tryApi();
    console.log(output);
    // First, and with it: of a 500 the answer says no cause.
    expect(await unexpectedErrors(), output).toEqual([]);
    expect(passed, output).toBe(true);
    // It was let in: requests were made in these people's names.
    expect((await ApiTokenModel.findOne().lean())?.lastUsedAt).toBeInstanceOf(Date);
  },
  PATIENCE_MS + 30_000,
);
