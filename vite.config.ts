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
  setup: at("./models/setup.ts"),
  "create-admin": at("./app/admin/create-admin.ts"),
  "check-audit": at("./app/admin/audit/check-audit.ts"),
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
            output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
          },
        },
      };
    },
  };
}

const PRELOAD_HELPER = "\0vite/preload-helper.js";

/**
 * Vite wraps each dynamic import in a helper that also waits for style sheets, which no script here
 * has. Without that part the page's only script is a third lighter (1,360 → 860 bytes of gzip). The
 * files that an import will need are still fetched beside it, not after it.
 */
function leanPreload(): Plugin {
  return {
    name: "lean-preload",
    enforce: "pre",
    apply: "build",
    load(id) {
      if (id !== PRELOAD_HELPER) return;
      return {
        code: `export const __vitePreload = (load, files = []) => {
          for (const file of files) {
            const link = document.createElement("link");
            link.rel = "modulepreload";
            link.href = "/" + file;
            document.head.append(link);
          }
          return load();
        };`,
        moduleSideEffects: false,
      };
    },
  };
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
  plugins: [remix(remixConfig), serverPrograms(), leanPreload(), packedFiles()],
  resolve: {
    alias: {
      "~": at("./app"),
      "@models": at("./models"),
      "@jobs": at("./jobs"),
      "@sandbox": at("./sandbox"),
    },
  },
  build: { assetsInlineLimit: 0, cssMinify: "esbuild" },
});
