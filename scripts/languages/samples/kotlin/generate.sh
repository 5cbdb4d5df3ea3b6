java -jar openapi-generator-cli.jar generate -i openapi.json -g kotlin -o kotlin-client \
  --additional-properties=packageName=com.example.metadata \
  --additional-properties=library=jvm-retrofit2,serializationLibrary=gson \
  --additional-properties=generateOneOfAnyOfWrappers=true
