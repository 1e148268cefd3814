// What must hold before an account is opened, in the order in which the contract refuses.

import { isUuid } from '../../platform/kernel/identifiers/ids.ts'
import type { Problem } from '../../platform/kernel/problems/problem.ts'
import type { Sql } from '../../platform/storage/database.ts'
import type { LedgerName } from '../ledgers/ledger-names.ts'
import type { InstitutionState } from '../parties/digital-institution.ts'
import type { UserState } from '../parties/digital-user.ts'
import { resourceOf } from '../resource.ts'
import { tokenProblem } from '../token-problems.ts'

export interface Opener {
  readonly institutionId: string
  readonly bookId: string
  readonly externalId?: string
  readonly currencies: readonly string[]
  readonly state: InstitutionState
  readonly ledger?: LedgerName
}

export interface OpeningRequest {
  readonly partnerId: string
  readonly institutionId: string
  readonly userId: string
  readonly currency: string
  readonly isDefault: boolean
}

interface OpenerRow {
  readonly institution_id: string
  readonly book_id: string
  readonly external_id: string | null
  readonly currencies: readonly string[]
  readonly state: InstitutionState
  readonly ledger: LedgerName | null
}

/** `FOR KEY SHARE` keeps the row from changing its state until the commit. */
type Lock = '' | 'FOR KEY SHARE'

export async function readOpener(
  sql: Sql,
  { institutionId, partnerId }: Pick<OpeningRequest, 'institutionId' | 'partnerId'>,
  lock: Lock = '',
): Promise<Opener | undefined> {
  if (!isUuid(institutionId)) return undefined
  const { rows } = await sql.query<OpenerRow>(
    `SELECT institution_id, book_id, external_id, currencies, state, ledger
       FROM digital_institutions WHERE institution_id = $1 AND partner_id = $2 ${lock}`,
    [institutionId, partnerId],
  )
  const [row] = rows
  return (
    row && {
      institutionId: row.institution_id,
      bookId: row.book_id,
      ...(row.external_id !== null && { externalId: row.external_id }),
      currencies: row.currencies,
      state: row.state,
      ...(row.ledger !== null && { ledger: row.ledger }),
    }
  )
}

async function readUserState(
  sql: Sql,
  { institutionId, userId, partnerId }: OpeningRequest,
  lock: Lock,
): Promise<UserState | undefined> {
  if (!isUuid(userId)) return undefined
  const { rows } = await sql.query<{ state: UserState }>(
    `SELECT state FROM digital_users WHERE user_id = $1 AND institution_id = $2 AND partner_id = $3 ${lock}`,
    [userId, institutionId, partnerId],
  )
  return rows[0]?.state
}

/** A lock keeps institution and user from being suspended until the commit. Returns the institution. */
export async function checkOpening(sql: Sql, request: OpeningRequest, lock: Lock): Promise<Opener> {
  const institution = await readOpener(sql, request, lock)
  if (institution === undefined) throw notFound('institution-not-found', 'institution.id')
  const userState = await readUserState(sql, request, lock)
  if (userState === undefined) throw notFound('user-not-found', 'user.id')
  if (request.isDefault && (await hasDefault(sql, request))) throw defaultExists()
  if (institution.state !== 'ACTIVE') {
    const resource = resourceOf('INSTITUTION', institution.institutionId, institution.state)
    throw tokenProblem('institution-not-active', `the institution is ${institution.state}`, { resource })
  }
  if (userState !== 'ACTIVE') {
    const resource = resourceOf('USER', request.userId.toLowerCase(), userState)
    throw tokenProblem('user-not-active', `the user is ${userState}`, { resource })
  }
  if (!institution.currencies.includes(request.currency)) {
    throw tokenProblem('currency-not-supported', 'the institution does not issue tokens in this currency', {
      details: [{ path: 'account.currency', message: 'must be a currency of the institution' }],
    })
  }
  return institution
}

/** Whether another account is the partner's default in the currency. */
export async function hasDefault(
  sql: Sql,
  { partnerId, currency }: Pick<OpeningRequest, 'partnerId' | 'currency'>,
  exceptId: string | null = null,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT FROM digital_accounts
      WHERE partner_id = $1 AND currency = $2 AND is_default AND state NOT IN ('CLOSED', 'FAILED')
        AND account_id IS DISTINCT FROM $3::uuid`,
    [partnerId, currency, exceptId],
  )
  return rowCount > 0
}

export function defaultExists(cause?: unknown): Problem {
  return tokenProblem('default-account-exists', 'the partner has another default account in this currency', {
    details: [{ path: 'account.default', message: 'another account is the default in this currency' }],
    cause,
  })
}

export function cannotBeLinked(): Problem {
  return tokenProblem('linked-account-invalid', 'the linked account cannot be used', {
    details: [
      {
        path: 'linkedAccount.id',
        message:
          'must be an active DDA or SDA in the currency, open to transfers both ways, and of the type that was sent',
      },
    ],
  })
}

function notFound(reason: 'institution-not-found' | 'user-not-found', path: string): Problem {
  const message = reason === 'user-not-found' ? 'the institution has no such user' : 'there is no such institution'
  return tokenProblem(reason, message, { details: [{ path, message }] })
}

/** The first account decides which ledger an institution is on, for good. */
export async function fixLedger(sql: Sql, institutionId: string, wanted: LedgerName): Promise<LedgerName> {
  const { rows } = await sql.query<{ ledger: LedgerName }>(
    'UPDATE digital_institutions SET ledger = coalesce(ledger, $2) WHERE institution_id = $1 RETURNING ledger',
    [institutionId, wanted],
  )
  if (rows[0] === undefined) throw new Error('a locked institution is gone')
  return rows[0].ledger
}
