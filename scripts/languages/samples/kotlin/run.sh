cd kotlin-client
java -cp "target/classes:$(cat classpath.txt)" SampleKt
