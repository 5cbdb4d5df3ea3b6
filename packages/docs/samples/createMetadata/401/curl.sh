curl http://localhost:4010/api/v2/metadata/inspection \
  -H 'apiKey: an-expired-key' \
  -H 'Content-Type: application/json' \
  -d '{
    "uid": "lot-2026-0045",
    "items": [{ "key": "sealed", "type": "boolean", "value": true }]
  }'
