// What a caller may see: one institution, one of its sub-tenants, or, when neither is set, the whole platform.

export interface Scope {
  readonly institutionId?: string
  readonly subTenantId?: string
}
