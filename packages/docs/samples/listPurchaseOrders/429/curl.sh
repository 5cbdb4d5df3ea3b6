curl 'http://localhost:4010/api/v1/purchase-orders' \
  -H 'apiKey: demo-key' \
  -H 'Prefer: code=429' \
  -w '\nHTTP %{http_code}, Retry-After: %header{retry-after}\n'
