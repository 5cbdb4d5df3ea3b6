curl -sS --fail-early --fail -H 'apiKey: demo-key' \
  -o 'orders-#1.json' -w '%{filename_effective} %{http_code}\n' \
  'http://localhost:4010/api/v1/purchase-orders?limit=100&offset=[0-900:100]'
