curl 'http://localhost:4010/api/v1/purchase-orders?limit=2&offset=0' \
  -H 'apiKey: demo-key'
