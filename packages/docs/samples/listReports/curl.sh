curl 'http://localhost:4010/api/v1/reports?limit=1&offset=10' \
  -H 'apiKey: demo-key'
