import type { Page } from 'playwright-core'
import type { ExampleContext, PageExample } from '../../support/console/page-example.ts'

/** A loan or application of the sandbox, by its external reference. */
async function loan({ admin }: ExampleContext, reference: string): Promise<string> {
  const answer = await admin.lending('PARTNER01').listLoans({ size: 200 })
  if (answer.status !== 200) throw new Error(`loans: ${answer.status}`)
  const found = answer.body.content.find(({ externalReference }) => externalReference === reference)
  if (found === undefined) throw new Error(`no loan ${reference}`)
  return found.loanId
}

async function application({ admin }: ExampleContext, reference: string): Promise<{ id: string; offerIds: string[] }> {
  const answer = await admin.lending('PARTNER01').listApplications({ size: 200 })
  if (answer.status !== 200) throw new Error(`applications: ${answer.status}`)
  const found = answer.body.content.find(({ externalReference }) => externalReference === reference)
  if (found === undefined) throw new Error(`no application ${reference}`)
  return { id: found.applicationId, offerIds: found.offerIds }
}

async function product({ admin }: ExampleContext): Promise<string> {
  const answer = await admin.operations.listLoanProducts({ size: 1 }, { search: 'MORTGAGE' })
  if (answer.status !== 200) throw new Error(`products: ${answer.status}`)
  return answer.body.data.content[0]?.id ?? ''
}

async function rate({ admin }: ExampleContext): Promise<string> {
  const answer = await admin.operations.listLoanRates({ size: 200 }, { productCode: 'PERSONAL' })
  if (answer.status !== 200) throw new Error(`rates: ${answer.status}`)
  return answer.body.data.content.find(({ bands }) => bands.length > 0)?.id ?? ''
}

function loanTab(reference: string, tab: string): Pick<PageExample, 'path' | 'name' | 'at'> {
  return {
    path: '/lending/loans/$loanId',
    name: tab,
    at: async (context) => `/lending/loans/${await loan(context, reference)}?tab=${tab}`,
  }
}

async function openDialog(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function preview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show what would happen' }).click()
  await page.getByRole('heading', { name: 'What would happen' }).waitFor()
}

export const lendingExamples: readonly PageExample[] = [
  { path: '/lending/applications' },
  {
    path: '/lending/applications/new',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Product' }).click()
      await page.getByRole('option', { name: /^PERSONAL/ }).click()
      await page.getByLabel('Requested amount').fill('5000')
      await page.getByRole('textbox', { name: 'Term', exact: true }).fill('24')
      await page.getByText('From the rate list').waitFor()
    },
  },
  {
    path: '/lending/applications/$applicationId',
    at: async (context) => `/lending/applications/${(await application(context, 'sandbox-offered')).id}`,
  },
  {
    path: '/lending/applications/$applicationId',
    name: 'signals',
    at: async (context) => `/lending/applications/${(await application(context, 'sandbox-referred')).id}`,
    prepare: (page) => openDialog(page, 'Record risk signals'),
  },
  {
    path: '/lending/applications/$applicationId',
    name: 'decision',
    at: async (context) => `/lending/applications/${(await application(context, 'sandbox-referred')).id}`,
    prepare: (page) => openDialog(page, 'Decide'),
  },
  {
    path: '/lending/applications/$applicationId/offers/new',
    at: async (context) => `/lending/applications/${(await application(context, 'sandbox-offered')).id}/offers/new`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add a fee' }).click()
      await page.getByRole('button', { name: 'More terms' }).click()
    },
  },
  { path: '/lending/offers' },
  {
    path: '/lending/offers/$offerId',
    at: async (context) => `/lending/offers/${(await application(context, 'sandbox-offered')).offerIds[0]}`,
  },
  { path: '/lending/loans' },
  { path: '/lending/loans/new' },
  {
    path: '/lending/loans/$loanId',
    at: async (context) => `/lending/loans/${await loan(context, 'sandbox-arrears')}`,
  },
  loanTab('sandbox-arrears', 'schedule'),
  {
    ...loanTab('sandbox-arrears', 'transactions'),
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Allocation of the repayment/ })
        .first()
        .click(),
  },
  {
    ...loanTab('sandbox-current', 'what-if'),
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('2000')
      await preview(page)
    },
  },
  {
    ...loanTab('sandbox-late', 'what-if&what=hardship'),
    name: 'hardship',
    prepare: async (page) => {
      await page.getByLabel('Reason').fill('Illness')
      await preview(page)
    },
  },
  loanTab('sandbox-arrears', 'fees'),
  loanTab('sandbox-hardship', 'collections'),
  {
    path: '/lending/loans/$loanId',
    name: 'repayment',
    at: async (context) => `/lending/loans/${await loan(context, 'sandbox-late')}`,
    prepare: async (page) => {
      await openDialog(page, 'Enter a repayment')
      // What is chosen next makes the form incomplete, and these figures out of date.
      await page.getByRole('dialog').getByText('Outstanding then').first().waitFor()
      await page.getByRole('radio', { name: 'By hand' }).click()
      await page.getByRole('switch', { name: 'Choose what it pays' }).click()
      await page.getByText('Fill in what is required to see what it would pay.').waitFor()
    },
  },
  {
    path: '/lending/loans/$loanId',
    name: 'close',
    at: async (context) => `/lending/loans/${await loan(context, 'sandbox-late')}`,
    prepare: (page) => openDialog(page, 'Close the loan'),
  },
  {
    path: '/lending/loans/$loanId',
    name: 'pay-out',
    at: async (context) => `/lending/loans/${await loan(context, 'sandbox-approved')}`,
    prepare: (page) => openDialog(page, 'Pay out'),
  },
  { path: '/lending/collections' },
  { path: '/lending/products' },
  { path: '/lending/products/new' },
  { path: '/lending/products/$id', at: async (context) => `/lending/products/${await product(context)}` },
  { path: '/lending/products/$id/edit', at: async (context) => `/lending/products/${await product(context)}/edit` },
  { path: '/lending/rates' },
  {
    path: '/lending/rates/new',
    prepare: (page) => page.getByRole('button', { name: 'Add a band' }).click(),
  },
  { path: '/lending/rates/$id', at: async (context) => `/lending/rates/${await rate(context)}` },
  { path: '/lending/rates/$id/edit', at: async (context) => `/lending/rates/${await rate(context)}/edit` },
]
