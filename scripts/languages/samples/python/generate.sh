java -jar openapi-generator-cli.jar generate -i openapi.json -g python -o python-client \
  --additional-properties=packageName=metadata_client,useOneOfDiscriminatorLookup=true
