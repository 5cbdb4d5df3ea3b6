/** Schemes that a request satisfies together; an empty one allows anonymous requests. */
export type SecurityAlternative = readonly SecurityUse[];

export interface SecurityUse {
  /** The name of the scheme. */
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/** Where a request carries the credential of a scheme. */
export interface Credential {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** What precedes the credential, with the space: `Bearer `. */
  readonly prefix: string;
}

export interface SecuritySchemeModel {
  readonly name: string;
  readonly pointer: string;
  readonly description?: string;
  /**
   * `bearer` includes OAuth 2 and OpenID Connect, whose tokens are sent in the same way; `other` is everything that a
   * header, a query parameter or a cookie alone does not carry: mutual TLS, digest.
   */
  readonly kind: "apiKey" | "basic" | "bearer" | "other";
  /** The `type` in the document. */
  readonly type: string;
  /** None for the kind `other`. */
  readonly credential?: Credential;
}
