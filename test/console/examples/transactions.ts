import assert from 'node:assert/strict'
import type { ListTransactionsRequest } from '../../../sdk/src/generated-onboarding.ts'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'
import { withTraffic } from './dashboard.ts'

/** The page of a transaction that the filter finds. */
async function found(context: ExampleContext, filter: ListTransactionsRequest): Promise<string> {
  await withTraffic(context)
  const { status, body } = await context.admin.operations.listTransactions({ size: 1 }, filter)
  assert.equal(status, 200)
  const [first] = body.data.content
  assert.ok(first, `no transaction for ${JSON.stringify(filter)}`)
  return `/transactions/${first.id}`
}

/** A job that hands out all open exceptions. */
async function jobOf(context: ExampleContext): Promise<string> {
  await withTraffic(context)
  const { status, body } = await context.admin.operations.assignExceptions({ filter: {}, priority: 'NORMAL' })
  assert.equal(status, 202)
  return (body.data as { jobId: string }).jobId
}

/** Another kind of exception is resolved otherwise, so those that other pages made are left out. */
async function unmatchedReversals(context: ExampleContext): Promise<string> {
  await withTraffic(context)
  return '/exceptions?state=OPEN&kind=UNMATCHED'
}

const EXPORT = { filter: { status: ['DECLINED' as const] }, format: 'CSV' as const }

export const transactionExamples: readonly PageExample[] = [
  {
    path: '/transactions',
    at: async (context) => {
      await withTraffic(context)
      return '/transactions'
    },
  },
  { path: '/transactions', name: 'filtered', at: async () => '/transactions?responseCode=110&status=DECLINED' },
  {
    path: '/transactions',
    name: 'export',
    at: async () => '/transactions?status=DECLINED&dateFrom=2026-01-01',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('dialog').getByLabel('CSV').waitFor()
    },
  },
  {
    path: '/transactions/$id',
    name: 'partly reversed',
    at: (context) => found(context, { status: ['PARTIALLY_REVERSED'] }),
  },
  { path: '/transactions/$id', name: 'declined', at: (context) => found(context, { responseCode: ['110'] }) },
  { path: '/transactions/$id', name: 'exception', at: (context) => found(context, { responseCode: ['914'] }) },
  { path: '/exceptions' },
  {
    path: '/exceptions',
    name: 'resolve',
    at: unmatchedReversals,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Resolve/ })
        .first()
        .click()
      await page.getByLabel('Match it with its original').check()
      await page.getByRole('table', { name: 'Possible originals' }).waitFor()
    },
  },
  {
    path: '/exceptions',
    name: 'selected',
    at: unmatchedReversals,
    prepare: async (page) => {
      await page.getByLabel('Select all rows of this page').click()
      await page.getByRole('region', { name: 'Selected rows' }).waitFor()
    },
  },
  {
    path: '/exceptions/jobs',
    at: async (context) => {
      await jobOf(context)
      return '/exceptions/jobs'
    },
  },
  { path: '/exceptions/jobs/$id', at: async (context) => `/exceptions/jobs/${await jobOf(context)}` },
  {
    path: '/exports',
    at: async ({ admin }) => {
      assert.equal((await admin.operations.exportTransactions(EXPORT)).status, 202)
      return '/exports'
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Download' }).first().waitFor()
    },
  },
]
