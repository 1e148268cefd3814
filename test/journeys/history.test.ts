// Fifteen months of a sandbox with the archive in the middle: what is inside the window is answered as before, what is older is
// refused and never done again, and the books are right before, between and after.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '../../src/platform/kernel/time/clock.ts'
import { control, newRrn, post } from '../support/accounts/account-services.ts'
import { checkDeposit, inquiry, withdrawal, withdrawalReversal } from '../support/accounts/sandbox-requests.ts'
import { answeredWith, approved, clientOf } from '../support/accounts/sdk-client.ts'
import { DigitalPartner, type Holder, newRef, USD } from '../support/digital/digital-partner.ts'
import { createSandboxStore, type Gateway, runTillgate, type Store, startGateway } from '../support/gateways/gateway.ts'
import { Lender, NEW_LOAN } from '../support/lending/lender.ts'
import { Onboarding } from '../support/onboarding/onboarding.ts'
import { enginesFor } from '../support/runner/extent.ts'
import { until } from '../support/until.ts'

const [CHECKING, SAVINGS] = ['1000000001', '1000000002']

for (const engine of enginesFor(['postgres'], ['pglite', 'postgres'])) {
  describe(`fifteen months with an archive in the middle (${engine})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillgate-history-'))
    let store: Store
    let gateway: Gateway
    const lender = new Lender(() => gateway.url)
    const partner = new DigitalPartner(() => gateway.url)
    const client = () => clientOf(gateway)
    const paid = withdrawal(CHECKING, 20)
    const reversed = withdrawal(CHECKING, 40)
    const later = withdrawal(CHECKING, 60)
    const loanKey = { 'idempotency-key': 'archived-loan' }
    const deposited = { transaction: { ref: newRef(), type: 'TOKENIZED_DEPOSIT' }, tokenAmount: USD(5) }
    let holder: Holder
    let applications: { readonly declined: string; readonly open: string }
    let repaid = ''
    let firstAnswer = ''
    let laterAnswer = ''

    before(async () => {
      const created = await createSandboxStore(engine)
      const RETENTION_MONTHS = 'books=13,inquiries=13,tokens=13,keys=13,lending=13,audit=13'
      store = { ...created, env: { ...created.env, ARCHIVE_DIR: folder, RETENTION_MONTHS } }
      gateway = await startGateway(store)
    })
    after(async () => {
      await gateway?.stop()
      await store?.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    const debit = (request: object) => post(gateway, '/transactions/debits', request)
    const deposit = () =>
      partner.call('POST /tokenized-deposits', { ...deposited, digitalAssetAccount: { id: holder.accountId } })
    const moveOn = (advanceDays: number) => control(gateway, '/sandbox/clock', { advanceDays })

    async function apply(): Promise<string> {
      const { productCode, interestRate, loanTerm, applicant } = NEW_LOAN
      const asked = { productCode, interestRate, loanTerm, applicant, requestedAmount: 500 }
      return (await lender.ok('POST /applications', asked)).applicationId
    }

    /** Each payment ahead of the plan makes another schedule. */
    async function repaidLoan(): Promise<string> {
      const agreementDate = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
      const loanId = await lender.disbursed({ agreementDate })
      await lender.ok(`POST /loans/${loanId}/repayments/prepayment`, { amount: 300 })
      await lender.ok(`POST /loans/${loanId}/repayments/prepayment`, { settle: true })
      return loanId
    }

    async function tillgate(...args: string[]): Promise<string> {
      const { code, output } = await runTillgate(store, args)
      assert.equal(code, 0, output)
      return output
    }

    /** The embedded engine is open in one process at a time. */
    async function whileStopped(work: () => Promise<void>): Promise<void> {
      await gateway.stop()
      await work()
      gateway = await startGateway(store)
    }

    test('the first month has orders, a loan and tokens', async () => {
      firstAnswer = (await debit(paid)).text
      await approved(client().debits(reversed))
      await approved(client().debitsReverse(withdrawalReversal(reversed, { originalRrn: reversed.transaction.rrn })))
      await approved(client().credits(checkDeposit(SAVINGS, 70, '70.00')))
      await approved(client().balanceInquiry(inquiry(CHECKING)))
      assert.equal((await lender.call('POST /loans', NEW_LOAN, loanKey)).status, 200)
      applications = { declined: await apply(), open: await apply() }
      await lender.ok('POST /decisions', {
        applicationId: applications.declined,
        decision: 'DECLINE',
        reasonCodes: ['INSUFFICIENT_INCOME'],
      })
      repaid = await repaidLoan()
      holder = await partner.holder()
      assert.equal((await deposit()).status, 200)
    })

    test('half a year later the first order is answered as before', async () => {
      await moveOn(190)
      laterAnswer = (await debit(later)).text
      assert.equal((await debit(paid)).text, firstAnswer)
    })

    test('after fifteen months the first ones are archived, and the books are right', async () => {
      await moveOn(280)
      await approved(client().debits(withdrawal(CHECKING, 80)))
      await whileStopped(async () => {
        if (engine === 'postgres') {
          await tillgate('verify')
          assert.match(await tillgate('archive', 'run', '--dry-run'), /FI001 books: [1-9]\d* rows/)
        }
        const report = await tillgate('archive', 'run')
        for (const group of ['books', 'inquiries', 'tokens', 'keys', 'lending', 'audit'])
          assert.match(report, new RegExp(` ${group}: [1-9]`))
        assert.doesNotMatch(report, /waits|meanwhile/)
        await tillgate('verify')
        if (engine === 'pglite') return
        await tillgate('archive', 'check')
        const [month = ''] = /^\d{4}-\d{2}/.exec(report) ?? []
        assert.match(
          await tillgate('archive', 'read', month, '--table', 'transactions'),
          new RegExp(paid.transaction.rrn),
        )
        assert.match(await tillgate('archive', 'run'), /nothing is due/)
      })
    })

    test('an archived RRN is refused, with any content', async () => {
      await answeredWith('913', client().debits(paid))
      await answeredWith('913', client().debits({ ...withdrawal(CHECKING, 33), transaction: paid.transaction }))
    })

    test('a reversal of an archived order is too late', async () => {
      await answeredWith('188', client().debitsReverse(withdrawalReversal(paid, { originalRrn: paid.transaction.rrn })))
    })

    test('an archived idempotency key and an archived reference are refused', async () => {
      assert.equal(await lender.refused('POST /loans', NEW_LOAN, loanKey), '409 IDEMPOTENCY_KEY_REUSED')
      assert.equal((await deposit()).status, 409)
    })

    test('a closed loan is shown as before, without its earlier schedules; an application that ended is not found', async () => {
      assert.equal(await lender.refused(`GET /applications/${applications.declined}`), '404 APPLICATION_NOT_FOUND')
      assert.equal((await lender.ok(`GET /applications/${applications.open}`)).status, 'SUBMITTED')
      const loan = await lender.ok(`GET /loans/${repaid}?include=history`)
      assert.deepEqual([loan.status, loan.balances.repaid.principal, loan.transactions.length], ['CLOSED', 1200, 3])
      const { version } = await lender.ok(`GET /loans/${repaid}/repayment-schedule`)
      assert.ok(version > 1)
      assert.equal(
        await lender.refused(`GET /loans/${repaid}/repayment-schedule?version=1`),
        '404 SCHEDULE_VERSION_NOT_FOUND',
      )
    })

    test('inside the window everything is answered as before, and goes on', async () => {
      assert.equal((await debit(later)).text, laterAnswer)
      assert.equal((await debit(withdrawal(CHECKING, 20, { rrn: newRrn() }))).code, '000')
      assert.equal(
        (
          await partner.call('POST /tokenized-deposits', {
            tokenAmount: USD(1),
            digitalAssetAccount: { id: holder.accountId },
          })
        ).status,
        200,
      )
      const search = { entity: 'ACCOUNT_ENTRY', filters: { accountId: holder.accountId } }
      const statement = await partner.ok('POST /search', { search })
      assert.match(statement.archivedThrough, /^\d{4}-\d{2}-\d{2}$/)
    })

    test('administration says what is archived, and the audit log is unbroken', async () => {
      const onboarding = new Onboarding(() => gateway.url)
      const token = await onboarding.tokenOf('admin@sandbox.example', 'Sandbox-Admin-1!')
      const read = async (route: string, body?: object) => {
        const answer = await onboarding.call(route, { token, ...(body && { body }) })
        assert.equal(answer.status, 200, answer.text)
        return answer.body.data
      }
      const { content } = await read('POST /accounts/list', { search: CHECKING })
      // Entries are listed within seconds.
      const entries = await until(async () => {
        const list = await read(`GET /accounts/${content[0].id}/entries`)
        return list.content.length > 0 && list
      }, 'entries are listed')
      assert.match(entries.archivedThrough, /^\d{4}-\d{2}-\d{2}$/)
      assert.ok(
        entries.content.every(({ businessDate }: { businessDate: string }) => businessDate > entries.archivedThrough),
      )
      assert.equal((await read('GET /audit-logs/verify')).valid, true)
    })

    // The commands are the same on both engines, and slow on the embedded one.
    if (engine === 'pglite') return

    test('months that are due later follow', async () => {
      await moveOn(220)
      await whileStopped(async () => {
        assert.match(await tillgate('archive', 'run'), /FI001 books: [1-9]/)
        await tillgate('verify')
        await tillgate('archive', 'check')
      })
      await answeredWith('913', client().debits(later))
    })
  })
}
