import type { PageExample } from '../../support/console/page-example.ts'

export const errorCodeExamples: readonly PageExample[] = [
  { path: '/error-codes' },
  { path: '/error-codes/$code', at: async () => '/error-codes/A-110' },
]
