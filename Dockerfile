# The local service, to try Platen without Node:
#   docker build -t platen . && docker run --rm --init -p 127.0.0.1:8787:8787 platen
# It has a demo account and prints its password. Publish its port to your own machine only.
FROM node:24-trixie-slim
# The browser of the packages draws few scripts, and Wrangler needs certificates.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /platen
RUN chown node:node .
USER node
COPY --chown=node:node . .
RUN npm ci && npm run build
# Port 8787 of the container is reached from outside of it. CI: the container is the browser's sandbox.
ENV HOST=0.0.0.0 CI=1
EXPOSE 8787
CMD ["npm", "start"]
