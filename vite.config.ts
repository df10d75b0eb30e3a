import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The programs that the server build makes, each runnable with `node build/server/<name>.js`. */
const programs = {
  index: at("./server.ts"),
  worker: at("./jobs/worker.ts"),
  "calendar-reader": at("./app/bookings/calendars/reader-thread.ts"),
  setup: at("./models/setup.ts"),
  "create-admin": at("./app/admin/create-admin.ts"),
  "check-audit": at("./app/admin/audit/check-audit.ts"),
  backup: at("./app/admin/backup/backup.ts"),
  restore: at("./app/admin/backup/restore.ts"),
  "keep-list": at("./app/admin/backup/keep-list.ts"),
  "move-pictures": at("./app/platform/images/move-pictures.ts"),
  maintenance: at("./app/admin/site/maintenance.ts"),
  "announce-terms": at("./app/admin/site/announce-terms.ts"),
  "reset-second-factor": at("./app/admin/admins/reset-second-factor.ts"),
  "admin-code": at("./sandbox/demo/code/main.ts"),
  openapi: at("./app/routes/api/print-document.server.ts"),
  seed: at("./sandbox/demo/main.ts"),
  "stripe-sandbox": at("./sandbox/stripe/main.ts"),
};

/**
 * Makes Remix's server build one module among ours: server.ts imports it as
 * `virtual:remix/server-build`, so web server, routes, models and jobs share one module graph
 * (one database connection, one cache, one metrics registry).
 */
function serverPrograms(): Plugin {
  return {
    name: "server-programs",
    enforce: "post",
    config(_config, env) {
      if (!env.isSsrBuild) return;
      return {
        build: {
          target: "node20",
          rollupOptions: {
            input: programs,
            output: {
              entryFileNames: "[name].js",
              chunkFileNames: "chunks/[name]-[hash].js",
              plugins: [latinSources()],
            },
          },
        },
      };
    },
  };
}

/**
 * V8 keeps the source of each module that was loaded, at two bytes a character as soon as one of them is beyond Latin-1, as
 * `’` and `…` are: those are written by their numbers, in strings, patterns and comments alike.
 */
function latinSources(): Plugin {
  return {
    name: "latin-sources",
    renderChunk: (code) =>
      code.replace(
        /[^\0-\xff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
  };
}

/** A dynamic import of a fixed module, as sources and globs have it. */
const FIXED_IMPORT = /\bimport\(("[^"\n]*"|'[^'\n]*')\)/g;
/** What Vite puts around a map of them, to no end here. */
const AROUND_MAP = /\bObject\.assign(?=\(\{"\.\/)/g;

/**
 * The map names many files: sixteen letters pack into two thirds of what sixty-four take. And nothing asks a module that
 * is imported whether it is one, or tries to change it.
 */
const leanOutput = {
  hashCharacters: "hex",
  freeze: false,
  generatedCode: { preset: "es2015", symbols: false },
} as const;

/**
 * Vite wraps each dynamic import in a helper that waits for style sheets, which no script here has, and
 * names the files that will be needed beside it. In parentheses it takes the module for one that is worked out, and
 * leaves it alone; Rollup looks through them. Without both, the page's only script has a quarter less; an island that
 * shares code with another fetches that a round trip later, once it is reached for.
 */
function leanPreload(): Plugin {
  return {
    name: "lean-preload",
    enforce: "post",
    apply: (_config, env) => env.command === "build" && !env.isSsrBuild,
    config: () => ({
      build: { modulePreload: false, rollupOptions: { output: leanOutput } },
    }),
    transform: (code) => code.replace(FIXED_IMPORT, "import(($1))").replace(AROUND_MAP, ""),
  };
}

/** What stands for modules that only unused parts of react-day-picker ask, by the end of their path. */
const NOT_ASKED: Record<string, string> = {
  // Locales are the browser's (Intl); what is left to format is the days in data attributes.
  "/date-fns/locale/en-US.js": `export const enUS = { code: "en", options: { weekStartsOn: 0 } };`,
  "/date-fns/format.js": `const pad = (value) => String(value).padStart(2, "0");
    export const format = (date, pattern) => pattern.replace(/yyyy|MM|dd|d/g, (token) => ({
      yyyy: date.getFullYear(), MM: pad(date.getMonth() + 1), dd: pad(date.getDate()), d: date.getDate(),
    })[token]);`,
  // Days have no time zone.
  "/@date-fns/tz/index.js": `export class TZDate extends Date {}; export const tz = () => undefined;`,
};

/** Keeps out of the date picker's code what it never runs: 7 kB of gzip of a slow phone's 105. */
function leanCalendar(): Plugin {
  return {
    name: "lean-calendar",
    enforce: "pre",
    apply: "build",
    load(id) {
      const end = Object.keys(NOT_ASKED).find((path) => id.endsWith(path));
      return end === undefined ? undefined : { code: NOT_ASKED[end]!, moduleSideEffects: false };
    },
  };
}

/**
 * Browsers load no route module, and yet Remix builds them with the islands: what both import would be
 * cut into many small files, each with all that any route asks of it. So islands have modules of their
 * own (`?island`), of which only what they use is left.
 */
function ownIslands(): Plugin {
  return {
    name: "own-islands",
    enforce: "pre",
    apply: (_config, env) => env.command === "build" && !env.isSsrBuild,
    async resolveId(source, importer, options) {
      if (!importer || !/\/app\/islands\/|\?island$/.test(importer)) return;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const isOurs = found && /\/(?:app|models)\/[^?]*\.tsx?$/.test(found.id);
      return isOurs ? { ...found, id: `${found.id}?island` } : found;
    },
    config: () => ({ build: { rollupOptions: { output: { manualChunks } } } }),
  };
}

/** React and what draws with it in one file, and in another what islands have in common. */
function manualChunks(id: string): string | undefined {
  const react =
    /\/node_modules\/(?:react|react-dom|scheduler)\/|commonjsHelpers|\/shared\/draw\.ts/;
  if (react.test(id)) return "react";
  if (/\/(?:ui\/(?:field|icons?|page-assets)|address\/fields)\.tsx?\?island$/.test(id))
    return "shared";
  return undefined;
}

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/;

/**
 * Puts a packed twin beside each of the browser's files that gets smaller by it, as small as it will
 * go: `<name>.br` and `<name>.gz`. The web server sends those (app/platform/http/static-files.server.ts).
 */
function packedFiles(): Plugin {
  const packers = {
    ".br": promisify(brotliCompress),
    ".gz": (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  };
  return {
    name: "packed-files",
    apply: (_config, env) => env.command === "build" && !env.isSsrBuild,
    async writeBundle({ dir = "" }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
      for (const { parentPath, name } of files) {
        const file = path.join(parentPath, name);
        const bytes = await readFile(file);
        for (const [suffix, pack] of Object.entries(packers)) {
          const packed = await pack(bytes);
          if (packed.length < bytes.length) await writeFile(file + suffix, packed);
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [
    remix(remixConfig),
    serverPrograms(),
    leanPreload(),
    leanCalendar(),
    ownIslands(),
    packedFiles(),
  ],
  resolve: {
    alias: {
      "~": at("./app"),
      "@models": at("./models"),
      "@jobs": at("./jobs"),
      "@sandbox": at("./sandbox"),
      // Radix Popover imports both for modal popovers alone; without them it is 4.5 kB of gzip lighter.
      "react-remove-scroll": at("./app/islands/date-range/not-modal.ts"),
      "aria-hidden": at("./app/islands/date-range/not-modal.ts"),
    },
  },
  build: {
    assetsInlineLimit: 0,
    cssMinify: "esbuild",
    // Vite would spell out each `?.` for Chrome before 91, whose bug with it nothing here meets.
    target: "es2020",
  },
});
