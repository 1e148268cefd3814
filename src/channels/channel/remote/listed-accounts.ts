// The accounts that a remote core lists, with the institution's own types. The core may call a type otherwise, and an
// account is not shown unless its type is active. About orders on such an account the core decides: the gateway does not
// know the type of an account that is only named.

import type { LookupOutcome } from '../../core/outcome.ts'
import type { Presented } from '../../core/presented.ts'

export function listedAccounts({ directory, institution }: Presented, outcome: LookupOutcome): LookupOutcome {
  if (!('accounts' in outcome)) return outcome
  const accounts = outcome.accounts.flatMap((account) => {
    const type = directory.accountTypeOfCore(institution.institutionId, account.accountType)
    return type?.isActive === true ? [{ ...account, accountType: type.code }] : []
  })
  return { ...outcome, accounts }
}
