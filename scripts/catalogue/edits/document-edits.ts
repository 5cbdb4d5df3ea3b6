import type { Edit } from "../edit.js";

const scheme = (text: string): readonly [string, string, string] => [
  "openapi.yaml",
  "      type: apiKey\n      in: header\n      name: apiKey\n",
  text,
];
const security = (text: string): readonly [string, string, string] => [
  "openapi.yaml",
  "security:\n  - apiKey: []\n",
  text,
];
const second = (text: string): readonly [string, string, string] => [
  "openapi.yaml",
  "  securitySchemes:\n",
  `  securitySchemes:\n${text}`,
];
const page = ["client.listReports().page()"];
const bearer = "    token:\n      type: http\n      scheme: bearer\n      description: A token.\n";

/** Edits of the document as a whole; each runs alone. */
export const documentEdits: readonly Edit[] = [
  {
    name: "security: key in the query",
    files: [scheme("      type: apiKey\n      in: query\n      name: api_key\n")],
    calls: page,
  },
  {
    name: "security: key in a cookie",
    files: [scheme("      type: apiKey\n      in: cookie\n      name: session\n")],
    calls: page,
  },
  { name: "security: bearer", files: [scheme("      type: http\n      scheme: bearer\n")], calls: page },
  { name: "security: basic", files: [scheme("      type: http\n      scheme: basic\n")], calls: page },
  {
    name: "security: OAuth2",
    files: [
      scheme(
        "      type: oauth2\n      flows:\n        clientCredentials:\n          tokenUrl: https://example.com/token\n          scopes: {}\n",
      ),
    ],
    calls: page,
  },
  {
    name: "security: OpenID Connect",
    files: [
      scheme(
        "      type: openIdConnect\n      openIdConnectUrl: https://example.com/.well-known/openid-configuration\n",
      ),
    ],
    calls: page,
  },
  {
    name: "security: alternatives",
    files: [second(bearer), security("security:\n  - apiKey: []\n  - token: []\n")],
    calls: page,
  },
  {
    name: "security: combination",
    files: [second(bearer), security("security:\n  - apiKey: []\n    token: []\n")],
    calls: page,
  },
  {
    name: "security: none for one operation",
    files: [["paths/reports.yaml", "  tags: [Reports]\n", "  tags: [Reports]\n  security: []\n"]],
    calls: page,
  },
  { name: "security: mutual TLS", files: [scheme("      type: mutualTLS\n")], refused: "no surface can send" },
];
