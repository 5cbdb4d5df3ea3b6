cp Sample.java java-client/src/main/java/
cd java-client
mvn -q -B compile dependency:build-classpath -Dmdep.outputFile=classpath.txt
