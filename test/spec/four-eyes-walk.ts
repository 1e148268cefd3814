// Every changing operation of onboarding with the entry of a `four-eyes` list under which it waits. Each is called while its
// entry is listed: it is answered 202, changes nothing, and is carried out once another user approves it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeGrant, entriesOf } from '../../src/edge/resource/four-eyes-entries.ts'
import { ONBOARDING_OPERATIONS } from '../../src/families/onboarding/operations.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import type { OnboardingAnswer } from '../support/onboarding/onboarding.ts'

/** Only restricts: it is never held back. */
const NEVER = 'never'

/** A new operation that changes something belongs here, with the module and action it asks for. */
const WAITS_AS: Readonly<Record<string, string>> = {
  CreateUser: 'USERS:CREATE',
  UpdateUser: 'USERS:UPDATE:firstName',
  SetUserActivation: 'USERS:ACTIVATE:activate',
  InviteUser: 'USERS:UPDATE:invite',
  UnlockUser: 'USERS:UPDATE:unlock',
  ResetUserMfa: 'USERS:UPDATE:reset-mfa',
  CreateRole: 'ROLES:CREATE',
  UpdateRole: 'ROLES:UPDATE:description',
  DeleteRole: 'ROLES:DELETE',
  SetRoleActivation: 'ROLES:ACTIVATE',
  CreatePartner: 'PARTNERS:CREATE:institutionIds',
  UpdatePartner: 'PARTNERS:UPDATE',
  DeletePartner: 'PARTNERS:DELETE',
  SetPartnerActivation: 'PARTNERS:ACTIVATE',
  CreateClient: 'PARTNERS:CREATE',
  UpdateClient: 'PARTNERS:UPDATE:addresses',
  RotateClient: 'PARTNERS:UPDATE:rotate',
  DeleteClient: 'PARTNERS:DELETE',
  CreateWebhook: 'PARTNERS:CREATE:url',
  UpdateWebhook: 'PARTNERS:UPDATE:contactEmail',
  DeleteWebhook: 'PARTNERS:DELETE',
  SetWebhookActivation: 'PARTNERS:ACTIVATE',
  RotateWebhook: 'PARTNERS:UPDATE:rotate',
  TestWebhook: 'PARTNERS:UPDATE:test',
  SendWebhookNow: 'PARTNERS:UPDATE:send-now',
  RedeliverEvents: 'PARTNERS:UPDATE:redeliver',
  CreateInstitution: 'INSTITUTIONS:CREATE',
  UpdateInstitution: 'INSTITUTIONS:UPDATE:displayName',
  DeleteInstitution: 'INSTITUTIONS:DELETE',
  SubmitInstitution: 'INSTITUTIONS:UPDATE:submit',
  ApproveInstitution: 'INSTITUTIONS:APPROVE:approve',
  RejectInstitution: 'INSTITUTIONS:APPROVE:reject',
  ActivateInstitution: 'INSTITUTIONS:ACTIVATE:activate',
  SuspendInstitution: NEVER,
  ResumeInstitution: 'INSTITUTIONS:ACTIVATE:resume',
  TerminateInstitution: 'INSTITUTIONS:ACTIVATE:terminate',
  CreateBiller: 'INSTITUTIONS:CREATE:bin',
  UpdateBiller: 'INSTITUTIONS:UPDATE:name',
  CreateAlertRule: 'ALERTS:CREATE:threshold',
  UpdateAlertRule: 'ALERTS:UPDATE:forMinutes',
  DeleteAlertRule: 'ALERTS:DELETE',
  SetAlertRuleActivation: 'ALERTS:ACTIVATE',
  AcknowledgeAlert: 'ALERTS:ACTIVATE:acknowledge',
  DeleteBiller: 'INSTITUTIONS:DELETE',
  SetBillerActivation: 'INSTITUTIONS:ACTIVATE',
  CreateSubTenant: 'SUB_TENANTS:CREATE',
  UpdateSubTenant: 'SUB_TENANTS:UPDATE',
  DeleteSubTenant: 'SUB_TENANTS:DELETE',
  SetSubTenantActivation: 'SUB_TENANTS:ACTIVATE',
  CloseSubTenant: 'SUB_TENANTS:ACTIVATE:close',
  CreateTerminal: 'TERMINALS:CREATE',
  UpdateTerminal: 'TERMINALS:UPDATE:location',
  DeleteTerminal: 'TERMINALS:DELETE',
  SetTerminalActivation: 'TERMINALS:ACTIVATE',
  DecommissionTerminal: 'TERMINALS:ACTIVATE:decommission',
  RecordTerminalCash: 'TERMINALS:UPDATE',
  CreateTerminalKey: 'TERMINAL_KEYS:CREATE',
  ActivateTerminalKey: 'TERMINAL_KEYS:ACTIVATE',
  RotateTerminalKey: 'TERMINAL_KEYS:UPDATE',
  RevokeTerminalKey: NEVER,
  CreateCoreConnectivity: 'CORE_CONNECTIVITY:CREATE',
  UpdateCoreConnectivity: 'CORE_CONNECTIVITY:UPDATE',
  DeleteCoreConnectivity: 'CORE_CONNECTIVITY:DELETE',
  SetCoreConnectivityActivation: 'CORE_CONNECTIVITY:ACTIVATE',
  TestCoreConnectivity: 'CORE_CONNECTIVITY:TEST',
  CreateAccountType: 'ACCOUNT_TYPES:CREATE',
  UpdateAccountType: 'ACCOUNT_TYPES:UPDATE',
  DeleteAccountType: 'ACCOUNT_TYPES:DELETE',
  SetAccountTypeActivation: 'ACCOUNT_TYPES:ACTIVATE',
  CreateTransactionCapability: 'TXN_CAPABILITIES:CREATE:flags',
  UpdateTransactionCapability: 'TXN_CAPABILITIES:UPDATE',
  DeleteTransactionCapability: 'TXN_CAPABILITIES:DELETE',
  SetTransactionCapabilityActivation: 'TXN_CAPABILITIES:ACTIVATE',
  CreateApplicationProperty: 'APP_PROPERTIES:CREATE:value',
  UpdateApplicationProperty: 'APP_PROPERTIES:UPDATE:value',
  DeleteApplicationProperty: 'APP_PROPERTIES:DELETE',
  RollbackApplicationProperty: 'APP_PROPERTIES:UPDATE:rollback',
  PromoteApplicationProperties: 'APP_PROPERTIES:APPROVE:promote',
  CreateAccount: 'ACCOUNTS:CREATE',
  UpdateAccount: 'ACCOUNTS:UPDATE',
  BlockAccount: NEVER,
  UnblockAccount: 'ACCOUNTS:ACTIVATE:unblock',
  CloseAccount: 'ACCOUNTS:ACTIVATE:close',
  CreateCard: 'CARDS:CREATE',
  UpdateCard: 'CARDS:UPDATE',
  BlockCard: NEVER,
  CreateReconciliation: NEVER,
  SendReconciliationFile: NEVER,
  CreateHotCard: NEVER,
  LiftHotCard: 'CARDS:ACTIVATE:lift',
  CreateStop: NEVER,
  UpdateStop: NEVER,
  LiftStop: 'INSTITUTIONS:ACTIVATE:lift',
  HoldBusinessDay: NEVER,
  ReleaseBusinessDay: 'INSTITUTIONS:ACTIVATE:release',
  CloseBusinessDay: 'INSTITUTIONS:ACTIVATE:close',
  RetryBusinessDay: 'INSTITUTIONS:ACTIVATE:retry',
  UnblockCard: 'CARDS:ACTIVATE:unblock',
  CloseCard: 'CARDS:ACTIVATE:close',
  CreateLoanProduct: 'LOAN_PRODUCTS:CREATE:rate',
  UpdateLoanProduct: 'LOAN_PRODUCTS:UPDATE:name',
  DeleteLoanProduct: 'LOAN_PRODUCTS:DELETE',
  SetLoanProductActivation: 'LOAN_PRODUCTS:ACTIVATE',
  CreateLoanRate: 'LOAN_PRODUCTS:CREATE:nominalRate',
  UpdateLoanRate: 'LOAN_PRODUCTS:UPDATE:nominalRate',
  DeleteLoanRate: 'LOAN_PRODUCTS:DELETE',
  SetLoanRateActivation: 'LOAN_PRODUCTS:ACTIVATE',
  ExportTransactions: 'TXN_EXPORT:EXPORT',
  CreateDigitalSettlement: 'DIGITAL_MONEY:APPROVE',
  ReverseDigitalSettlement: 'DIGITAL_MONEY:APPROVE:reversal',
  CreateCorrection: 'CORRECTIONS:CREATE',
  ResolveException: 'EXCEPTIONS:APPROVE:IGNORE',
  AssignException: 'EXCEPTIONS:UPDATE:assign',
  CommentException: 'EXCEPTIONS:UPDATE:comment',
  ResolveExceptions: 'EXCEPTIONS:APPROVE:IGNORE',
  AssignExceptions: 'EXCEPTIONS:UPDATE:assign',
}

/** The second administrator has submitted the institution, may not decide about it, and so may not approve that. */
const NOT_BY_THE_SECOND = ['ApproveInstitution', 'RejectInstitution']

/** What changing operations write to. Not the outbox: approvers are told at any time, and an invitation shows in the links. */
const TABLES =
  `account_types application_properties billers clients core_connections corrections exception_resolutions institutions
  exception_work exception_comments
  loan_products loan_rates partners role_grants roles sub_tenants terminal_keys terminals transaction_capabilities
  transaction_exports password_links accounts cards cash_movements hot_cards stops digital_settlements`.split(/\s+/)

const LIST = { environment: 'sandbox', application: '*', key: 'four-eyes', valueType: 'JSON' }

export interface Walk {
  readonly database: () => Database
  call(user: 'admin' | 'second', route: string, body?: unknown): Promise<OnboardingAnswer>
  targetOf(operationId: string): Promise<{ readonly route: string; readonly body?: unknown }>
}

const atOnce = (work: () => Promise<void>) => work()

export function declareFourEyesWalk(walk: Walk): void {
  const changing = ONBOARDING_OPERATIONS.filter((operation) => changeGrant(operation) !== undefined)

  test('every changing operation has its entry in WAITS_AS, one that it waits under', () => {
    const missing = changing.filter(({ id }) => WAITS_AS[id] === undefined).map(({ id }) => id)
    assert.deepEqual(missing, [], 'add them to WAITS_AS in test/spec/four-eyes-walk.ts')
    assert.deepEqual(
      Object.keys(WAITS_AS).filter((id) => !changing.some((operation) => operation.id === id)),
      [],
    )
    for (const operation of changing) {
      const [entry = NEVER, entries] = [WAITS_AS[operation.id], entriesOf(operation)]
      assert.ok(
        entry === NEVER ? entries.length === 0 : entries.includes(entry),
        `${operation.id}: ${entries.join(' ')}`,
      )
    }
  })

  for (const { id } of changing) {
    const entry = WAITS_AS[id] ?? NEVER
    test(`${id} ${entry === NEVER ? 'never waits' : `waits as ${entry}`}`, async () => {
      const { route, body } = await walk.targetOf(id)
      const [method = '', path = ''] = route.split(' ')
      const switchesOff = /=false$/.test(path)
      const pair = pairOf(id)
      // Nothing of some pairs can be listed.
      const isListed = entry !== NEVER || changing.some((one) => entriesOf(one).includes(pair))
      const during = isListed ? (work: () => Promise<void>) => listed(entry === NEVER ? pair : entry, work) : atOnce
      await during(async () => {
        if (entry === NEVER || switchesOff) {
          const made = await walk.call('second', route, body)
          assert.ok([200, 201].includes(made.status), made.text)
        }
        if (entry === NEVER) return
        const before = await contents()
        const isBarred = NOT_BY_THE_SECOND.includes(id)
        const [maker, checker] = isBarred ? (['admin', 'second'] as const) : (['second', 'admin'] as const)
        const answer = await walk.call(maker, `${method} ${path.replace(/=false$/, '=true')}`, body)
        assert.equal(answer.status, 202, answer.text)
        const requestId = answer.body.data.changeRequestId as string
        assert.ok(requestId, answer.text)
        assert.deepEqual(await contents(), before)
        const approved = await walk.call(checker, `POST /change-requests/${requestId}/approve`)
        if (isBarred) {
          assert.equal(approved.status, 403, approved.text)
          assert.equal((await walk.call(maker, `POST /change-requests/${requestId}/withdraw`)).status, 200)
          return
        }
        assert.ok(approved.status < 300, approved.text)
        const { state, requestedBy } = (await walk.call('admin', `GET /change-requests/${requestId}`)).body.data
        assert.deepEqual([state, requestedBy], ['APPROVED', 'second@sandbox.example'])
      })
    })
  }

  /** Runs work while the entry is listed. The list is taken away by two people, as it must be. */
  async function listed(entry: string, work: () => Promise<void>): Promise<void> {
    const made = await walk.call('admin', 'POST /application-properties', { ...LIST, value: JSON.stringify([entry]) })
    assert.equal(made.status, 201, made.text)
    try {
      await work()
    } finally {
      const taken = await walk.call('admin', `DELETE /application-properties/${made.body.data.id}`)
      assert.equal(taken.status, 202, taken.text)
      const id = taken.body.data.changeRequestId as string
      assert.equal((await walk.call('second', `POST /change-requests/${id}/approve`)).status, 200)
    }
  }

  async function contents(): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {}
    for (const table of TABLES) {
      const { rows } = await walk
        .database()
        .query<{ all: string }>(
          `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS all FROM ${table} AS t`,
        )
      found[table] = rows[0]?.all
    }
    return found
  }
}

/** `MODULE:ACTION` of an operation. */
function pairOf(id: string): string {
  const operation = ONBOARDING_OPERATIONS.find((one) => one.id === id)
  const grant = operation && changeGrant(operation)
  assert.ok(grant, id)
  return `${grant.module}:${grant.action}`
}
