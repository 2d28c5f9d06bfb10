# Inflight from its archive, in an image with only a C library and the programs that the launcher calls.
#   docker build -t inflight .
#   docker run --rm -v "$PWD:/work" inflight run my.yaml
FROM debian:bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl gpg maven git binutils \
  && curl -fsSL https://packages.adoptium.net/artifactory/api/gpg/key/public | gpg --dearmor -o /usr/share/keyrings/adoptium.gpg \
  && echo 'deb [signed-by=/usr/share/keyrings/adoptium.gpg] https://packages.adoptium.net/artifactory/deb bookworm main' \
    >/etc/apt/sources.list.d/adoptium.list \
  && apt-get update && apt-get install -y --no-install-recommends temurin-25-jdk
COPY . /inflight
RUN cd /inflight && mvn -B -q -Pdist -DskipTests -Dspotless.check.skip -pl app -am package \
  && mkdir /unpacked && tar -C /unpacked --strip-components=1 -xzf app/target/inflight-*.tar.gz

FROM debian:bookworm-slim
COPY --from=build /unpacked /opt/inflight
RUN ln -s /opt/inflight/bin/inflight /usr/local/bin/inflight
WORKDIR /work
ENTRYPOINT ["inflight"]
CMD ["--help"]
