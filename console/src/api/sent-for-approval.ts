// A change that another user has to approve: nothing was changed, and what was asked for is kept.

export class SentForApproval extends Error {
  readonly changeRequestId: string

  constructor(changeRequestId: string) {
    super('Another user has to approve the change. Until then nothing is changed.')
    this.name = 'SentForApproval'
    this.changeRequestId = changeRequestId
  }
}

/** The change request of an answer; undefined when the change was made. */
export function changeRequestOf(status: number, body: unknown): string | undefined {
  if (status !== 202) return undefined
  const { data } = body as { readonly data?: { readonly changeRequestId?: unknown } | null }
  return typeof data?.changeRequestId === 'string' ? data.changeRequestId : undefined
}
