import { ROOT, at } from "../lib/paths.mjs";

/**
 * The product's own functions, loaded from the sources into this process.
 * @typedef {object} Product
 * @property {(file: string) => Promise<any>} load a module of the project by its path from the root
 * @property {() => Promise<void>} close disconnects the database too
 */

/**
 * @param {NodeJS.ProcessEnv} env becomes this process's: the product reads it once, when it is loaded
 * @returns {Promise<Product>}
 */
export async function loadProduct(env) {
  Object.assign(process.env, env);
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: false,
    root: ROOT,
    mode: "production",
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: {
      alias: {
        "~": at("app"),
        "@models": at("models"),
        "@jobs": at("jobs"),
        "@sandbox": at("sandbox"),
      },
    },
  });
  const load = (/** @type {string} */ file) => vite.ssrLoadModule(`/${file}`);
  return {
    load,
    close: async () => {
      const { disconnectDatabase } = await load("app/platform/database.server.ts");
      await disconnectDatabase();
      await vite.close();
    },
  };
}
