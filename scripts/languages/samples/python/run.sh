venv/bin/python sample.py
