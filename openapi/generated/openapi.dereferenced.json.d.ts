// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.
declare const document: {
  "x-generated": "from openapi/openapi.yaml by npm run generate; do not edit; recursion is cut after 3 levels",
  "openapi": "3.1.1",
  "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
  "info": {
    "title": "Metadata Service API",
    "version": "1.0.0",
    "summary": "Store typed inspection and analytics metadata; pull purchase orders and reports page by page.",
    "description": "You create metadata records. Each record has a uid that you choose, belongs to a namespace, and contains typed key/value items. You read purchase orders and reports page by page, with `limit` and `offset`.\n\nThe API's published description leaves some things open. Where this file decides them, the text is marked *assumed* and names the decision record that explains why. All other rules come from the published description.",
    "contact": {
      "name": "The operator of your deployment"
    },
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "x-guides": "guides",
  "x-promises": {
    "unknownQueryParameter": 400,
    "repeatedQueryParameter": 400,
    "otherMethods": 405
  },
  "servers": [
    {
      "url": "{base_url}",
      "description": "Any deployment of the service, or its mock. `base_url` is its scheme, host and port.",
      "variables": {
        "base_url": {
          "default": "http://localhost:4010"
        }
      }
    }
  ],
  "security": [
    {
      "apiKey": []
    }
  ],
  "tags": [
    {
      "name": "Metadata",
      "description": "Typed key/value records under a namespace."
    },
    {
      "name": "Purchase orders",
      "description": "Lists of purchase orders, page by page."
    },
    {
      "name": "Reports",
      "description": "Lists of inspection reports, page by page."
    }
  ],
  "components": {
    "securitySchemes": {
      "apiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "apiKey",
        "description": "Your API key. If it is missing, invalid or expired, the response is a 401."
      }
    }
  }
} & { paths: Record<string, Record<string, Record<string, unknown>>> };
export default document;
