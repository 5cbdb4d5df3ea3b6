cd java-client
java -cp "target/classes:$(cat classpath.txt)" Sample
