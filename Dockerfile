# The service on PostgreSQL or with a data folder in /data. Not run by the tests of this repository.
# The base image by tag; this prints its digest, which --build-arg BASE=node:22-bookworm-slim@sha256:… then fixes:
#   docker buildx imagetools inspect node:22-bookworm-slim --format '{{.Manifest.Digest}}'
ARG BASE=node:22-bookworm-slim
FROM ${BASE} AS build
WORKDIR /src
COPY . .
# Twice what package-lock.json says: with what the build needs, and with what the service needs.
RUN npm ci --no-audit --no-fund --ignore-scripts \
  && npx --no -- turbo run build --filter=@metadata-service/service \
  && npm ci --no-audit --no-fund --ignore-scripts --omit=dev --workspace packages/service \
  && mkdir -p /app/openapi \
  && cp -r node_modules package.json /app/ \
  && cp -r openapi/package.json openapi/generated /app/openapi/ \
  && for part in packages/spec-tools packages/server-rules packages/service; do \
  mkdir -p "/app/$part"; \
  for file in package.json bin dist node_modules; do \
  if [ -e "$part/$file" ]; then cp -r "$part/$file" "/app/$part/" || exit 1; fi; \
  done; \
  done

FROM ${BASE}
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data && chmod 700 /data
# The user node, by number: some hosts check that it is not root.
USER 1000
VOLUME /data
EXPOSE 4020 4021
ENTRYPOINT ["node", "/app/packages/service/bin/metadata-service.js"]
CMD ["start", "--host", "0.0.0.0", "--port", "4020", "--ops-host", "0.0.0.0", "--data", "/data"]
