go-client/sample
