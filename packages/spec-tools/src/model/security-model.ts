/** Schemes that a request must satisfy together; an empty array allows anonymous requests. */
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
  /** The text before the credential, including the space: `Bearer `. */
  readonly prefix: string;
}

export interface SecuritySchemeModel {
  readonly name: string;
  readonly pointer: string;
  readonly description?: string;
  /**
   * `bearer` includes OAuth 2 and OpenID Connect, whose tokens are sent in the same way. `other` is everything that
   * cannot be sent in a header, a query parameter or a cookie alone: mutual TLS, digest.
   */
  readonly kind: "apiKey" | "basic" | "bearer" | "other";
  /** The `type` in the document. */
  readonly type: string;
  /** The `scheme` of `type: http`, as the document writes it. */
  readonly scheme?: string;
  /** Undefined for `other`. */
  readonly credential?: Credential;
}
