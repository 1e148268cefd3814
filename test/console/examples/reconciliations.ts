// A reconciliation of a file that the books know nothing of.

import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

async function reconcile({ admin }: ExampleContext): Promise<string> {
  const businessDate = new Date(Date.UTC(2026, 0, 5)).toISOString().slice(0, 10)
  const made = await admin.operations.createReconciliation({
    institutionId: 'FI001',
    businessDate,
    source: 'PARTNER01',
    format: 'CSV',
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const { id } = made.body.data
  const file = new Blob(['rrn,amount,currencyCode,sign,accountId\n260105000001,20.00,USD,D,1000000001\n'], {
    type: 'text/csv',
  })
  const sent = await admin.operations.sendReconciliationFile({ id }, file)
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body))
  return id
}

let made: Promise<string> | undefined

async function reconciliation(context: ExampleContext): Promise<string> {
  made ??= reconcile(context)
  return made
}

export const reconciliationExamples: readonly PageExample[] = [
  { path: '/reconciliations', at: async (context) => reconciliation(context).then(() => '/reconciliations') },
  { path: '/reconciliations/new', at: async () => '/reconciliations/new?institutionId=FI001&source=PARTNER01' },
  { path: '/reconciliations/$id', at: async (context) => `/reconciliations/${await reconciliation(context)}` },
]
