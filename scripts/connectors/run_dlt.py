"""Runs the generated dlt source into DuckDB, and prints what the run loaded and what the tables hold, as JSON."""

import json
import os
import sys

sys.path.insert(0, os.environ["SOURCE"])

import dlt  # noqa: E402
import dlt_source  # noqa: E402

folder = os.environ["FOLDER"]
pipeline = dlt.pipeline(
    "lists",
    destination=dlt.destinations.duckdb(f"{folder}/warehouse.duckdb"),
    dataset_name="lists",
    pipelines_dir=f"{folder}/pipelines",
)
source = dlt_source.metadata_service(base_url=os.environ["BASE_URL"], api_key=os.environ["API_KEY"])
names = list(source.resources.keys())
pipeline.run(source)
loaded = pipeline.last_trace.last_normalize_info.row_counts
result = {}
# dlt creates no table for a list without records.
tables = pipeline.default_schema.data_table_names(seen_data_only=True)
with pipeline.sql_client() as client:
    for name in names:
        rows = client.execute_sql(f"SELECT uid FROM {name}") if name in tables else []
        result[name] = {"loaded": loaded.get(name, 0), "uids": [row[0] for row in rows]}
print("RESULT " + json.dumps(result))
