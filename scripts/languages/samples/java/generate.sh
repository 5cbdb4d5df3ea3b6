java -jar openapi-generator-cli.jar generate -i openapi.json -g java -o java-client \
  --additional-properties=library=native,useOneOfDiscriminatorLookup=true
