import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { at } from "./paths.mjs";
import { V8_OPTIONS, MALLOC } from "./processes.mjs";

/** The image and the services name programs, files, settings and hosts: each of them has to be there. */

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  healthcheck?: object;
  restart?: string;
  init?: boolean;
  logging?: { options: Record<string, string> };
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

const dockerfile = await readFile(at("Dockerfile"), "utf8");
const compose = parse(await readFile(at("compose.yaml"), "utf8"), { merge: true }) as Compose;
const programs = await readFile(at("vite.config.ts"), "utf8");
const example = await readFile(at(".env.example"), "utf8");
const ignored = (await readFile(at(".dockerignore"), "utf8")).split("\n");
const { services } = compose;
const ofProduct = Object.values(services).filter(({ environment }) => environment);

it("starts programs that the build makes, with the bounds that they have everywhere", () => {
  const commands = [
    dockerfile,
    ...Object.values(services).map(({ command }) => command?.join(" ")),
  ];
  const started = commands.flatMap((text) => [
    ...(text ?? "").matchAll(/build\/server\/([\w-]+)\.js/g),
  ]);
  expect(started.map(([, name]) => name).sort()).toEqual(["index", "setup", "worker"]);
  for (const [, name] of started)
    expect(programs).toMatch(new RegExp(`^  "?${name}"?: at\\(`, "m"));
  const bounds = V8_OPTIONS.map((bound) => `"${bound}"`).join(", ");
  expect(dockerfile).toContain(`CMD ["node", ${bounds}, "build/server/index.js"]`);
  expect(services.worker?.command).toEqual(["node", ...V8_OPTIONS, "build/server/worker.js"]);
  for (const [name, value] of Object.entries(MALLOC))
    expect(dockerfile).toContain(`${name}=${value}`);
});

it("has a program for each command of the operator's, which the guide tells: there are no scripts in it", async () => {
  const guide = await readFile(at("docs/operations.md"), "utf8");
  const { scripts } = JSON.parse(await readFile(at("package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const byHand = Object.entries(scripts).filter(([, line]) => line.includes("program.mjs"));
  expect(byHand.length).toBeGreaterThan(6);
  for (const [command, line] of byHand) {
    const row = new RegExp(
      `^\\| \`${line.split(" ").at(-1)}\\.js\` .*\`npm run ${command}\\b`,
      "m",
    );
    expect(guide, command).toMatch(row);
  }
  const started = [
    ...guide.matchAll(/^docker compose run .* web node build\/server\/([\w-]+)\.js/gm),
  ];
  expect(started.length).toBeGreaterThan(2);
  for (const [, name] of started)
    expect(programs).toMatch(new RegExp(`^  "?${name}"?: at\\(`, "m"));
});

const inImage = [...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? "").matchAll(/(\w+)=/g)].map(
  ([, name = ""]) => name,
);

it("sets nothing that the product does not read", () => {
  const set = new Set([
    ...inImage,
    ...ofProduct.flatMap(({ environment }) => Object.keys(environment!)),
  ]);
  for (const name of ["NODE_ENV", ...Object.keys(MALLOC)]) set.delete(name);
  expect(set.size).toBeGreaterThan(4);
  for (const name of set) expect(example).toMatch(new RegExp(`^#?${name}=`, "m"));
});

it("keeps what it sets where it is handed the example, filled in: a server of its own machine alone is healthy, and nobody reaches it", () => {
  expect(inImage).toContain("HOST");
  const given = inImage.filter((name) => new RegExp(`^${name}=`, "m").test(example));
  expect(given).toEqual([]);
});

it("reads a secret as it is written, if it is written as the settings and the guide say", async () => {
  const guide = await readFile(at("docs/operations.md"), "utf8");
  for (const text of [example, guide])
    expect(text).toMatch(/A value with `\$` or `#` stands in single quotes/);
  expect(parseEnv("SECRET='a$b#c'")).toEqual({ SECRET: "a$b#c" });
  expect(example).not.toMatch(/^[A-Z].*[$#]/m);
});

it("gives each release an image of its own, by a name that the settings have", async () => {
  for (const { image } of ofProduct) expect(image).toBe("place-des-salles:${RELEASE:-latest}");
  expect(example).toMatch(/^RELEASE=/m);
  const guide = await readFile(at("docs/operations.md"), "utf8");
  expect(guide).toContain("docker compose up -d --no-deps --no-build web worker");
});

it("holds no secret, takes what it needs from the folder, and runs as nobody special", async () => {
  for (const text of [dockerfile, await readFile(at("compose.yaml"), "utf8")]) {
    expect(text).not.toMatch(/SECRET|PASSWORD|TOKEN/);
  }
  expect(ignored).toContain(".env");
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = ""]) =>
    files.split(" "),
  );
  for (const file of copied.filter((name) => name !== ".")) {
    expect(existsSync(at(file))).toBe(true);
    expect(ignored).not.toContain(file);
  }
  const last = dockerfile.slice(dockerfile.lastIndexOf("FROM "));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
});

it("has no copy of everybody's data, nor has git: the guide's lie beside the folder, and by their names both leave them out", async () => {
  const guide = await readFile(at("docs/operations.md"), "utf8");
  const lines = guide.match(/^docker compose run .* \/files\/\S+$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(1);
  const left = [ignored, (await readFile(at(".gitignore"), "utf8")).split("\n")];
  for (const line of lines) {
    expect(line).toContain('-v "$PWD/../copies:/files"');
    const [ending] = /\.\w+$/.exec(line) ?? [];
    for (const patterns of left)
      expect(patterns).toEqual(expect.arrayContaining([`*${ending}`, `*${ending}.part`]));
  }
});

it("is built on a Node that the package takes", async () => {
  const { engines } = JSON.parse(await readFile(at("package.json"), "utf8")) as {
    engines: { node: string };
  };
  const wanted = Number(/>=(\d+)/.exec(engines.node)?.[1]);
  expect(Number(/^ARG NODE=(\d+)/m.exec(dockerfile)?.[1])).toBeGreaterThanOrEqual(wanted);
});

it("is built by what builds, which npm leaves out where NODE_ENV is production already, and so is it by hand", async () => {
  const build = dockerfile.slice(0, dockerfile.lastIndexOf("FROM "));
  expect(build).toMatch(/^RUN npm ci --include=dev$/m);
  for (const file of ["README.md", "docs/operations.md"]) {
    const told = [...(await readFile(at(file), "utf8")).matchAll(/`npm ci\b[^`]*`/g)];
    expect(told.length, file).toBeGreaterThan(0);
    for (const [command] of told)
      expect(command).toMatch(/^`npm ci --include=dev && npm run build/);
  }
});

it("ends each program that is told to: none of them is the first process, which signals do not end", async () => {
  expect(ofProduct).toHaveLength(3);
  for (const { init } of ofProduct) expect(init).toBe(true);
  expect(await readFile(at("docs/operations.md"), "utf8")).toContain("`docker run --init`");
});

it("knows the replica set by the same names everywhere", () => {
  const members = Object.keys(services).filter((name) => /^mongo-\d$/.test(name));
  expect(members).toHaveLength(3);
  const hosts = members.map((name) => `${name}:27017`);
  for (const { environment } of ofProduct) {
    expect(environment?.MONGODB_URI).toContain(`//${hosts.join(",")}/`);
    expect(environment?.MONGODB_URI).toContain("replicaSet=rs0");
  }
  const initiation = services["mongo-init"]?.command?.at(-1) ?? "";
  const named = [...initiation.matchAll(/host: "([^"]+)"/g)].map(([, host]) => host);
  expect(named).toEqual(hosts);
  for (const name of members) {
    const [program, ...options] = services[name]!.command!;
    expect([program, ...options.slice(0, 3)]).toEqual([
      "mongod",
      "--replSet",
      "rs0",
      "--bind_ip_all",
    ]);
    expect(services[name]?.volumes).toEqual([`${name}:/data/db`]);
    expect(compose.volumes).toHaveProperty(name);
  }
});

it("bounds what each member of the replica set keeps in memory and what each service's log takes of the disk", () => {
  for (const [name, { command = [], logging }] of Object.entries(services)) {
    expect(logging?.options, name).toEqual({ "max-size": "10m", "max-file": "5" });
    if (command[0] !== "mongod") continue;
    const cacheGigabytes = Number(command[command.indexOf("--wiredTigerCacheSizeGB") + 1]);
    expect(cacheGigabytes).toBeLessThanOrEqual(0.5);
  }
});

it("waits for services that there are, and for indexes before the product starts", () => {
  for (const { depends_on = {} } of Object.values(services)) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      // What others wait the end of must not be started again.
      const wanted = condition === "service_healthy" ? "unless-stopped" : "no";
      expect(services[name]?.restart).toBe(wanted);
      if (condition === "service_healthy") expect(services[name]?.healthcheck).toBeDefined();
    }
  }
  for (const name of ["web", "worker"]) {
    expect(services[name]?.depends_on).toEqual({
      setup: { condition: "service_completed_successfully" },
    });
  }
});
