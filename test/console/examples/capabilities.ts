import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

async function systemPath({ admin }: ExampleContext): Promise<string> {
  const found = await admin.operations.listTransactionCapabilities({}, { search: '05' })
  if (found.status !== 200) throw new Error('no capability')
  return `/capabilities/${found.body.data.content[0]?.id}`
}

async function ownPath({ admin: { operations } }: ExampleContext): Promise<string> {
  const found = await operations.listTransactionCapabilities({}, { isSystem: false })
  const [known] = found.status === 200 ? found.body.data.content : []
  if (known !== undefined) return `/capabilities/${known.id}`
  const made = await operations.createTransactionCapability({
    code: 'E1',
    description: 'Inquiry and bill payments',
    flags: { inquiry: true, billPayment: true },
  })
  if (made.status !== 201) throw new Error('no capability')
  return `/capabilities/${made.body.data.id}`
}

export const capabilityExamples: readonly PageExample[] = [
  { path: '/capabilities' },
  { path: '/capabilities/new' },
  { path: '/capabilities/$id', name: 'platform', at: systemPath },
  { path: '/capabilities/$id', name: 'own', at: ownPath },
  { path: '/capabilities/$id/edit', at: async (context) => `${await ownPath(context)}/edit` },
]
