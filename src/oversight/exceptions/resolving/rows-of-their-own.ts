// Kinds of exceptions that have tables of their own, as rows among the others.

import type { Scope } from '../../../platform/kernel/scope.ts'
import { Conditions } from '../../../platform/storage/statements/list-query.ts'
import type { Parameters } from '../../../platform/storage/statements/parameters.ts'
import { cashRows } from '../../cash/difference-rows.ts'
import { reconciliationRows } from '../../reconciliations/reconciliation-rows.ts'
import { addScope } from '../../transactions/search/transaction-filter.ts'
import { adviceRows } from '../advices/advice-rows.ts'
import { hostRows } from '../host/host-rows.ts'

interface Wanted {
  readonly scope: Scope
  readonly institutionId?: string | undefined
  readonly isOpen: boolean
  /** The institution by value, where one server is asked. */
  readonly placed: string | undefined
  /** The scope as a condition on `t`, for kinds whose rows all have a transaction. */
  readonly ofScope: string
}

export function rowsOfTheirOwn(wanted: Wanted, parameters: Parameters): readonly string[] {
  const { scope, institutionId, isOpen, placed: institution, ofScope } = wanted
  const whereOf = (alias: string, isOfTransactions: boolean) => {
    const where = new Conditions(parameters)
    if (isOfTransactions) where.add(ofScope)
    else addScope(where, scope, parameters)
    for (const id of new Set([scope.institutionId, institutionId]))
      where.addFor(id, (value) => `${alias}.institution_id = ${value}`)
    if (isOpen) where.add(`${alias}.action IS NULL`)
    return where.toString()
  }
  return [
    adviceRows({ institution, where: whereOf('d', true) }),
    hostRows({ institution, where: whereOf('h', false) }),
    cashRows({ institution, where: whereOf('d', false) }),
    reconciliationRows({ institution, where: whereOf('r', false) }),
  ]
}
