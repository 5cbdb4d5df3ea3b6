mkdir -p go-client/cmd/sample
cp main.go go-client/cmd/sample/
cd go-client
go build -o sample ./cmd/sample
