java -jar openapi-generator-cli.jar generate -i openapi.json -g csharp -o csharp-client \
  --additional-properties=packageName=Metadata,targetFramework=net8.0 \
  --additional-properties=useOneOfDiscriminatorLookup=true
