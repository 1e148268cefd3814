// Account types on the wire: what is sent, what comes back, and an example.

import { Type } from 'typebox'
import { ACCOUNT_TYPES } from '../../../../administration/institutions/account-types/account-types.ts'
import { ACCOUNT_CATEGORIES, BALANCE_TYPES } from '../../../../administration/institutions/directory.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { anyOf } from '../../../../edge/resource/list-filter.ts'
import {
  changeOf,
  freeText,
  identifier,
  line,
  recordExample,
  recordOf,
  searchText,
} from '../../../../edge/resource/record-shapes.ts'
import { resource } from '../../onboarding-operation.ts'
import { capabilityCode } from '../capabilities/capability-resource.ts'

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

const newAccountType = Type.Object({
  institutionId: chosen(identifier('The institution; it stays as it is')),
  code: chosen(identifier('As accounts name it: DDA, SDA, LOAN, MMA, CD or another; it stays as it is')),
  coreCode: Type.Optional(chosen(coreCode)),
  description: chosen(freeText('What people call it')),
  category: chosen(category),
  defaultTxnCapability: chosen(defaultTxnCapability),
  balanceTypes: Type.Optional(chosen(balanceTypes)),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether its accounts may be used; true unless said' }))),
})

const accountTypeChange = changeOf(newAccountType, { fixed: ['institutionId', 'code'], without: ['isActive'] })

const accountTypeFilter = Type.Object({
  search: Type.Optional(chosen(searchText("A part of the code, the core's code or the description"))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  category: Type.Optional(chosen(anyOf(category, ACCOUNT_CATEGORIES.length, 'Category'))),
  isActive: Type.Optional(chosen(Type.Boolean({ description: 'Whether its accounts may be used' }))),
})

const accountType = recordOf(newAccountType, {
  component: 'AccountType',
  shown: {
    institutionId: 'The institution',
    code: Type.String({ description: 'As accounts name it' }),
    isActive: 'False: its accounts are not listed, their orders get 119, reversals pass',
  },
})

const ACCOUNT_TYPE = {
  ...recordExample('0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e61'),
  institutionId: 'FI002',
  code: 'MMA',
  coreCode: '30',
  description: 'Money market account',
  category: 'LIABILITY',
  defaultTxnCapability: '04',
  balanceTypes: ['Available', 'Balance'],
  isActive: true,
}

export const ACCOUNT_TYPE_OPERATIONS = resource({
  path: '/account-types',
  tag: 'Account types',
  module: 'ACCOUNT_TYPES',
  noun: 'account type',
  exampleName: 'account-type',
  shape: accountType,
  example: ACCOUNT_TYPE,
  sorts: Object.keys(ACCOUNT_TYPES.sorts),
  records: (services) => services.accountTypes,

  create: {
    id: 'CreateAccountType',
    summary: 'Make an account type',
    description:
      'Its code is unique in the institution. Without `balanceTypes` all that accounts of the category have are returned.',
    body: newAccountType,
    example: {
      name: 'account-type',
      summary: 'Money market accounts',
      value: {
        institutionId: ACCOUNT_TYPE.institutionId,
        code: ACCOUNT_TYPE.code,
        coreCode: ACCOUNT_TYPE.coreCode,
        description: ACCOUNT_TYPE.description,
        category: ACCOUNT_TYPE.category,
        defaultTxnCapability: ACCOUNT_TYPE.defaultTxnCapability,
        balanceTypes: ACCOUNT_TYPE.balanceTypes,
      },
    },
    run: (ask) => ask.services.accountTypes.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseAccountTypes',
    summary: 'List account types',
    description: 'Newest first, or as `sort` says. Users of an institution see its own.',
  },
  list: {
    id: 'ListAccountTypes',
    summary: 'Find account types',
    description: 'Newest first, or as `sort` says. What is left out of the filter makes no difference.',
    filter: accountTypeFilter,
    example: {
      summary: 'Loans of an institution',
      value: { institutionId: 'FI002', category: ['ASSET'] },
    },
  },
  get: {
    id: 'GetAccountType',
    summary: 'Read an account type',
    description: 'How account services treat accounts of the type.',
  },
  change: {
    id: 'UpdateAccountType',
    summary: 'Change an account type',
    description:
      'What is left out stays as it is; `coreCode: null` clears it. While accounts are of the type its category cannot be ' +
      'changed: 409. Every gateway obeys within two seconds.',
    body: accountTypeChange,
    example: { name: 'balances', summary: 'Show the balance only', value: { version: 1, balanceTypes: ['Balance'] } },
    run: (ask, id) => ask.services.accountTypes.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteAccountType',
    summary: 'Remove an account type',
    description: 'One that accounts have is in use: 409; deactivate it instead.',
    run: (ask, id) => ask.services.accountTypes.delete(ask, id),
  },
  activate: {
    id: 'SetAccountTypeActivation',
    summary: 'Activate or deactivate an account type',
    description:
      'Accounts of an inactive type are not in lookups, and their orders are declined with 119; reversals pass. Every ' +
      'gateway obeys within two seconds.',
    flagDescription: 'Whether its accounts may be used',
    example: { name: 'deactivated', summary: 'Its accounts may not be used', change: { isActive: false } },
    run: (ask, id, isActive) => ask.services.accountTypes.setActive(ask, id, isActive),
  },
})
