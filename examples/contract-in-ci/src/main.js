/** Starts the server: `PORT=4010 API_KEY=demo-key node src/main.js`. */
import { listen } from "./listen.js";

const { PORT = "4010", API_KEY = "demo-key" } = process.env;
const { url } = await listen({ port: Number(PORT), apiKey: API_KEY });
console.log(`The server listens on ${url}`);
