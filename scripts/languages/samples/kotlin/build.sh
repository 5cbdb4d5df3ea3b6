cp Sample.kt kotlin-client/src/main/kotlin/
cp pom.xml kotlin-client/
cd kotlin-client
mvn -q -B compile dependency:build-classpath -Dmdep.outputFile=classpath.txt
