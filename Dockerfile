# The service on PostgreSQL or with a data folder in /data. Not run by the tests of this repository.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund --ignore-scripts \
  && npx --no -- turbo run build --filter=@metadata-service/service \
  && mkdir /packages \
  && npm pack --pack-destination /packages -w openapi -w packages/spec-tools -w packages/server-rules -w packages/service

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /packages /packages
RUN npm init --yes > /dev/null \
  && npm install --no-audit --no-fund /packages/*.tgz \
  && rm -rf /packages \
  && mkdir /data && chown node:node /data && chmod 700 /data
# The user node, by number: some hosts check that it is not root.
USER 1000
VOLUME /data
EXPOSE 4020 4021
ENTRYPOINT ["node_modules/.bin/metadata-service"]
CMD ["start", "--host", "0.0.0.0", "--port", "4020", "--ops-host", "0.0.0.0", "--data", "/data"]
