python3 -m venv venv
venv/bin/pip install --quiet ./python-client
venv/bin/python -m compileall -q python-client/metadata_client sample.py
