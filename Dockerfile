# One image for all programs: the web server by default, another by its command (compose.yaml).
# One with support, until April 2028; package.json says from which on the product runs.
ARG NODE=24

FROM node:${NODE}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:${NODE}-bookworm-slim
# docs/operations.md, Memory. Listens to its network, where a proxy that ends TLS is.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# The cache of pictures, worth nothing to anybody else: it may go away with the container.
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
USER node
EXPOSE 3000
# What is under way ends, 8 seconds at most.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=128", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "build/server/index.js"]
