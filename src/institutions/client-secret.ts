// Client secrets are kept as look-up hashes of this context, which whoever makes one and whoever checks one must share.

/** A hash is good for one client: the same secret of another is another hash. */
export function clientSecretContext(clientId: string): string {
  return `client-secret:${clientId}`
}
