import { fileURLToPath } from "node:url";
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

export default defineConfig({
  plugins: [remix(remixConfig), serverPrograms()],
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
