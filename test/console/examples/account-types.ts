import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

async function typePath({ admin }: ExampleContext): Promise<string> {
  const found = await admin.operations.listAccountTypes({}, { institutionId: 'FI001', search: 'DDA' })
  if (found.status !== 200) throw new Error('no account type')
  return `/account-types/${found.body.data.content[0]?.id}`
}

export const accountTypeExamples: readonly PageExample[] = [
  { path: '/account-types' },
  { path: '/account-types/new', at: async () => '/account-types/new?institutionId=FI001' },
  { path: '/account-types/$id', at: typePath },
  { path: '/account-types/$id/edit', at: async (context) => `${await typePath(context)}/edit` },
]
