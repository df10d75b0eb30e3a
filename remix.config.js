/**
 * Remix's own options; vite.config.ts hands them to Remix's Vite plugin.
 *
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_lazyRouteDiscovery: false,
    // Single fetch needs streaming, which these pages only pay for: see docs/decisions/001.
    v3_singleFetch: false,
  },
};
