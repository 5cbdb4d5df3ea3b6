java -jar openapi-generator-cli.jar generate -i openapi.json -g go -o go-client \
  --git-host example.com --git-user-id you --git-repo-id metadata \
  --type-mappings number=float64 \
  --additional-properties=packageName=metadata,useOneOfDiscriminatorLookup=true \
  --additional-properties=disallowAdditionalPropertiesIfNotPresent=false
