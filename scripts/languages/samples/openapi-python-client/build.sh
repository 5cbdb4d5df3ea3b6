venv/bin/python -m compileall -q metadata_client sample.py
