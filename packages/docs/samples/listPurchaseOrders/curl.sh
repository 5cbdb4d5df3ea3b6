curl -G http://localhost:4010/api/v1/purchase-orders \
  -d limit=2 \
  -d offset=0 \
  -H 'apiKey: demo-key'
