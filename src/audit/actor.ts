// Who did something and from where, as the audit log keeps it.

export interface Actor {
  readonly userId?: string
  readonly email?: string
  readonly ip?: string
  readonly correlationId?: string
  /** The scope of the actor: what they do belongs to it unless the entry names another. */
  readonly scope?: { readonly institutionId?: string; readonly subTenantId?: string }
}
