curl -G http://localhost:4010/api/v3/purchase-orders \
  -d limit=1 \
  -d updated_from=2026-11-01T00:00:00Z \
  -d updated_to=2026-12-01T00:00:00Z \
  -H 'apiKey: demo-key'
