dotnet build csharp-client/src/Metadata --nologo --verbosity quiet
