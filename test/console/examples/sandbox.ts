import type { PageExample } from '../../support/console/page-example.ts'

export const sandboxExamples: readonly PageExample[] = [{ path: '/mailbox' }]
