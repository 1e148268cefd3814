// The type of an account, in a list.

import { CodeAndName } from '../../kit/show/values.tsx'
import { useAccountTypeName } from './account-codes.ts'
import type { Account } from './customer-words.ts'

export function AccountTypeName({ account }: { account: Account }) {
  return <CodeAndName code={account.accountType} name={useAccountTypeName(account)} />
}
