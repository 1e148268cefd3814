// The institution whose customers are changed: it must be in scope, not terminated, and have its accounts here.

import type { RecordWork } from '../../administration/records/change-record.ts'
import { type BankFacts, readBankFacts } from '../../channels/core/builtin/loading/bank-facts.ts'
import type { Fault } from '../../channels/core/builtin/loading/line-fields.ts'
import type { Environment } from '../../platform/kernel/environment.ts'
import { invalidFields, type Problem } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { customerProblem } from './customer-problems.ts'

/** What the administration of accounts and of cards needs. */
export interface CustomerParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly environment: Environment
}

/**
 * Locks the institution against a change of its state, as a load does, and reads what accounts and cards are checked against.
 * Refusals: `conflict` when it is terminated or its accounts are at another core.
 */
export async function lockBank(
  { sql }: RecordWork,
  institutionId: string,
  environment: Environment,
): Promise<BankFacts> {
  const { rowCount } = await sql.query('SELECT FROM institutions WHERE institution_id = $1 FOR SHARE', [institutionId])
  if (rowCount === 0) throw invalidFields([{ path: 'institutionId', message: 'is not an institution' }])
  return await readBankFacts(sql, { institutionId, environment })
}

/** A user with a scope may name only their own institution, and does not learn whether another one exists. */
export function assertOwnBank(scope: Scope, institutionId: string): void {
  const isOutside = scope.institutionId !== undefined && scope.institutionId !== institutionId
  if (isOutside || scope.subTenantId !== undefined) {
    throw customerProblem('institution-not-found', 'there is no such institution')
  }
}

/** What is wrong with a line, as what is wrong with a request. */
export function invalidLine(faults: readonly Fault[]): Problem {
  return invalidFields(faults.map(({ field = '', reason }) => ({ path: field, message: reason })))
}
