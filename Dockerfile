# The service as a container. "serve" is the command by default; "migrate", "worker", "follow euroleague" and so on take its place.

FROM node:24.21.0-slim AS build
WORKDIR /build
RUN npm install --global pnpm@12.18.0
# Everything that the lock file names, in a layer that stays until that file changes.
COPY .npmrc pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch --ignore-scripts
COPY . .
RUN pnpm install --frozen-lockfile --offline --ignore-scripts
# The packages as they are released, compiled, in a tree whose dependencies are those of the lock file.
RUN pnpm --filter-prod "@basketball-data/cli..." -r pack --pack-destination /build/packed
# Without auto-install-peers: msw, an optional peer of tests, would bring seventy more packages.
RUN pnpm --filter @basketball-data/cli deploy --prod --legacy --offline --ignore-scripts --config.auto-install-peers=false /app
RUN for name in client core feeds http pages; do \
      tar -xzf packed/basketball-data-$name-*.tgz --strip-components=1 -C /app/node_modules/@basketball-data/$name; \
    done && \
    tar -xzf packed/basketball-data-cli-*.tgz --strip-components=1 -C /app && \
    cp deploy/healthcheck.mjs /app/

FROM node:24.21.0-slim
ENV NODE_ENV=production \
    DATABASE_URL=/data \
    HOST=0.0.0.0 \
    PORT=3000 \
    METRICS_PORT=9464 \
    LOG_FORMAT=json \
    NODE_COMPILE_CACHE=/tmp/basketball-data
WORKDIR /app
COPY --from=build /app /app
# For an embedded database: a new volume takes its owner from here.
RUN install --directory --owner=node --group=node /data
USER node
EXPOSE 3000 9464
# Every command that runs until it is stopped has this beside its metrics. compose.yaml asks /readyz of those that serve.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "healthcheck.mjs", "http://127.0.0.1:9464/healthz"]
ENTRYPOINT ["node", "bin/basketball-data.js"]
CMD ["serve"]
