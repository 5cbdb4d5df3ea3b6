python3 -m venv venv
venv/bin/pip install --quiet openapi-python-client==0.29.1
venv/bin/openapi-python-client generate --path openapi.json --meta none \
  --output-path metadata_client
