# Builds with the development dependencies, and starts without them. docs/operation.md says how to run it.
FROM node:22-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY src/plugins/work-tracking/package.json src/plugins/work-tracking/
RUN npm ci
COPY . .
RUN npm run build
RUN npm ci --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app ./
RUN install -d -o node -g node .tmp public/uploads
USER node
EXPOSE 1337
VOLUME ["/app/.tmp", "/app/public/uploads"]
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 1337) + '/_health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.js", "--no-build"]
