# The image of the site: docs/operations.md. Runs as an ordinary user on a read-only root; only /data and /tmp are written.
# The version is that of the package "node" in package.json; a test compares them.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The versions of the lock file. "npm ci" would want entries for platforms on which the site does not run.
RUN npm install --omit=dev --no-audit --no-fund
COPY . .
# The image has this version of Node.js already, so the copy of the package is dropped.
RUN node scripts/build-site.ts \
  && rm -rf node_modules/node node_modules/node-bin-* node_modules/.bin/node

FROM node:${NODE_VERSION}-bookworm-slim
LABEL org.opencontainers.image.title="News Site" \
  org.opencontainers.image.description="News and blog platform for Russian readers" \
  org.opencontainers.image.licenses="MIT"
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production \
  NODE_COMPILE_CACHE=/tmp/compiled \
  DATA_DIR=/data \
  HOST=0.0.0.0 \
  PORT=8000
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "deploy/health-check.mjs"]
CMD ["node", "scripts/start.ts"]
