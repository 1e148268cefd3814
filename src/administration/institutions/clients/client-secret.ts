// Client secrets are stored as look-up hashes; creating and checking one must use the same context.

/** The context names the client, so that the same secret of two clients has two hashes. */
export function clientSecretContext(clientId: string): string {
  return `client-secret:${clientId}`
}
