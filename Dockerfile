# The service in a slim image. Build: docker build -t graphmem .
# Try:  docker run -v graphmem:/data graphmem token add --agent me
#       docker run -v graphmem:/data -p 8321:8321 graphmem

FROM python:3.13-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
# Dependencies first: they change seldom, so their layer is kept.
COPY requirements.lock ./
RUN python -m venv /app \
    && /app/bin/python -m pip install --require-hashes --only-binary :all: -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY graphmem ./graphmem
RUN /app/bin/python -m pip install --no-deps --no-build-isolation .

FROM python:3.13-slim-bookworm
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin graphmem \
    && install -d -o graphmem -g graphmem -m 0750 /data
COPY --from=build /app /app
# The engine by itself would reserve 8 TB of address space and most of the memory.
ENV PATH=/app/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    GRAPHMEM_HOST=0.0.0.0 \
    GRAPHMEM_PORT=8321 \
    GRAPHMEM_DATA=/data \
    GRAPHMEM_BUFFER_POOL_MB=1024 \
    GRAPHMEM_MAX_DB_MB=65536 \
    GRAPHMEM_LOG_FORMAT=json
USER graphmem
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8321
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"GRAPHMEM_PORT\"]}/readyz', timeout=4)"]
ENTRYPOINT ["graphmem"]
CMD ["serve"]
