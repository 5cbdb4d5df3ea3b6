mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 \
  -DoutputDirectory=. -Dmdep.stripVersion=true
