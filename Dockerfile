# The service with the web app, for a public network. Build: docker build -t colonnade .
FROM node:24.22.1-bookworm-slim AS build
WORKDIR /colonnade
COPY . .
RUN npm run build && mkdir -p deployments

FROM node:24.22.1-bookworm-slim
ENV NODE_ENV=production COLONNADE_DATA=/data COLONNADE_HOST=0.0.0.0 COLONNADE_OBSERVER_HOST=0.0.0.0 COLONNADE_METRICS_HOST=0.0.0.0
WORKDIR /colonnade
# Only the workspaces that the service needs. npm leaves out the packages of the others.
COPY package.json package-lock.json ./
COPY packages packages
COPY apps/service apps/service
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force && mkdir /data && chown node /data
COPY --from=build /colonnade/deployments deployments
COPY --from=build /colonnade/apps/web/dist apps/web/dist
COPY --from=build /colonnade/apps/web/dist-server apps/web/dist-server
USER node
# Only used without DATABASE_URL.
VOLUME /data
EXPOSE 4100 4101 4104
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.COLONNADE_PORT || 4100}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Node itself gets the signals, so SIGTERM ends the service in order.
CMD ["node", "apps/service/main.ts"]
