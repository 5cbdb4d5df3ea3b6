curl http://localhost:4010/api/v2/metadata/inspection \
  -H 'apiKey: demo-key' \
  -H 'Content-Type: application/json' \
  -d '{
    "uid": "lot-2026-0044",
    "items": [{ "key": "sampleWeight", "type": "number", "value": "12.5" }]
  }'
