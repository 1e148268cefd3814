// Account types on the wire: what is sent, what comes back, and an example.

import { type Static, Type } from 'typebox'
import { chosen } from '../../../http/operation.ts'
import {
  ACCOUNT_TYPE_SORTS,
  type AccountTypeFilter,
  type AccountTypeRecord,
} from '../../../institutions/account-types/account-type-records.ts'
import { ACCOUNT_CATEGORIES, BALANCE_TYPES } from '../../../institutions/directory.ts'
import { capabilityCode } from '../capabilities/capability-shapes.ts'
import { anyOf, namedOf } from '../list-filter.ts'
import type { Resource } from '../record-operations.ts'
import { freeText, identifier, line, name, recordFields } from '../shapes.ts'

const MAX_CORE_CODE = 35

const category = Type.Enum([...ACCOUNT_CATEGORIES], {
  description: 'ASSET: loans, which customers owe; LIABILITY: everything else',
  expected: `must be one of ${ACCOUNT_CATEGORIES.join(', ')}`,
})

const balanceType = Type.Enum([...BALANCE_TYPES], {
  description: 'A balance of an account',
  expected: `must be one of ${BALANCE_TYPES.join(', ')}`,
})

const balanceTypes = Type.Array(balanceType, {
  description: 'The balances that account services return, as far as an account has them',
  minItems: 1,
  maxItems: BALANCE_TYPES.length,
  expected: `must be 1 to ${BALANCE_TYPES.length} balance types`,
})

const coreCode = Type.Union([line("The remote core's own name of the type", MAX_CORE_CODE), Type.Null()], {
  description: "The remote core's own name of the type; null: it uses `code`",
  expected: `must be null or 1 to ${MAX_CORE_CODE} characters without control characters`,
})

const defaultTxnCapability = capabilityCode('The transaction capability of accounts that are loaded without one')

export const newAccountType = Type.Object({
  institutionId: chosen(identifier('The institution; it stays as it is')),
  code: chosen(identifier('As accounts name it: DDA, SDA, LOAN, MMA, CD or another; it stays as it is')),
  coreCode: Type.Optional(chosen(coreCode)),
  description: chosen(freeText('What people call it')),
  category: chosen(category),
  defaultTxnCapability: chosen(defaultTxnCapability),
  balanceTypes: Type.Optional(chosen(balanceTypes)),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether its accounts may be used; true unless said' }))),
})

export const accountTypeChange = Type.Object({
  version: recordFields.version,
  institutionId: Type.Optional(chosen(identifier('Only as it is: it cannot be changed'))),
  code: Type.Optional(chosen(identifier('Only as it is: it cannot be changed'))),
  coreCode: Type.Optional(chosen(coreCode)),
  description: Type.Optional(chosen(freeText('What people call it'))),
  category: Type.Optional(chosen(category)),
  defaultTxnCapability: Type.Optional(chosen(defaultTxnCapability)),
  balanceTypes: Type.Optional(chosen(balanceTypes)),
})

export const accountTypeFilter = Type.Object({
  search: Type.Optional(chosen(name("A part of the code, the core's code or the description"))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  category: Type.Optional(chosen(anyOf(category, ACCOUNT_CATEGORIES.length, 'Category'))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether its accounts may be used' }))),
})

export function filterOf({ category: named, ...sent }: Static<typeof accountTypeFilter>): AccountTypeFilter {
  return { ...sent, category: namedOf(named) }
}

export const accountType = Type.Object(
  {
    ...recordFields,
    institutionId: chosen(identifier('The institution')),
    code: chosen(Type.String({ description: 'As accounts name it' })),
    coreCode: chosen(coreCode),
    description: chosen(Type.String({ description: 'What people call it' })),
    category: chosen(category),
    defaultTxnCapability: chosen(defaultTxnCapability),
    balanceTypes: chosen(balanceTypes),
    isActive: chosen(
      Type.Boolean({ description: 'False: its accounts are not listed, their orders get 119, reversals pass' }),
    ),
  },
  { component: 'AccountType' },
)

export const ACCOUNT_TYPE = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e61',
  version: 1,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:00.000Z',
  createdBy: 'admin@sandbox.example',
  updatedBy: 'admin@sandbox.example',
  institutionId: 'FI002',
  code: 'MMA',
  coreCode: '30',
  description: 'Money market account',
  category: 'LIABILITY',
  defaultTxnCapability: '04',
  balanceTypes: ['Available', 'Balance'],
  isActive: true,
}

export const accountTypes: Resource<AccountTypeRecord, AccountTypeFilter> = {
  path: '/account-types',
  tag: 'Account types',
  module: 'ACCOUNT_TYPES',
  shape: accountType,
  example: ACCOUNT_TYPE,
  reply: (record) => record,
  sorts: Object.keys(ACCOUNT_TYPE_SORTS),
  records: (services) => services.accountTypes,
}
