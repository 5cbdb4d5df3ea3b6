curl http://localhost:4010/api/v2/metadata/inspection \
  -H 'apiKey: demo-key' \
  -H 'Prefer: code=500' \
  -H 'Content-Type: application/json' \
  -d '{
    "uid": "lot-2026-0046",
    "items": [{ "key": "sealed", "type": "boolean", "value": true }]
  }'
