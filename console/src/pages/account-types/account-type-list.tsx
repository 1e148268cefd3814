// Account types: of all institutions that the user sees, and of one.

import { Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { booleanOf, listOf, present } from '../../kit/list/record-list.tsx'
import {
  institutionColumn,
  ListOfInstitution,
  type ResourceListing,
  ResourceListPage,
} from '../../kit/list/resource-list.tsx'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { balanceInList, CATEGORIES, categoryInList } from './account-type-words.ts'
import { useCapabilities } from './use-capabilities.ts'

type AccountType = onboarding.AccountType

const ACCOUNT_TYPES: ResourceListing<AccountType> = {
  title: 'Account types',
  description: 'The kinds of accounts that an institution keeps. It needs at least one before it can be activated.',
  noun: 'account type',
  path: '/account-types',
  module: 'ACCOUNT_TYPES',
  cacheKey: 'account-types',
  load: ({ page, size, sort, filters: { search, institutionId, category, isActive } }) =>
    ask(
      admin.listAccountTypes(
        present({ page, size, sort }),
        present({
          search,
          institutionId,
          category: listOf<AccountType['category']>(category),
          isActive: booleanOf(isActive),
        }),
      ),
    ),
  columns: [
    { title: 'Code', sort: 'code', render: ({ code }) => <Id>{code}</Id>, width: 90 },
    { title: 'Description', sort: 'description', render: ({ description }) => description },
    institutionColumn(({ institutionId }) => <Id>{institutionId}</Id>, 120),
    { title: 'Category', sort: 'category', render: ({ category }) => categoryInList(category), width: 110 },
    { title: 'Capability', render: ({ defaultTxnCapability }) => <Capability code={defaultTxnCapability} /> },
    { title: 'Balances shown', render: ({ balanceTypes }) => balanceTypes.map(balanceInList).join(', ') },
    {
      title: 'Status',
      render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
      width: 100,
    },
  ],
  filters: [
    { kind: 'search', name: 'search', label: 'Search', placeholder: 'Code or description' },
    { kind: 'institution', name: 'institutionId', label: 'Institution' },
    { kind: 'choices', name: 'category', label: 'Category', choices: CATEGORIES },
    { kind: 'yes-no', name: 'isActive', label: 'Active' },
  ],
  empty: {
    title: 'No account types yet',
    hint: 'Activation of an institution needs one: channels only use accounts of a known type.',
  },
}

export default function AccountTypesPage() {
  return <ResourceListPage {...ACCOUNT_TYPES} />
}

export function AccountTypeList({ institutionId }: { institutionId: string }) {
  return (
    <ListOfInstitution of={ACCOUNT_TYPES} institutionId={institutionId} add="Add an account type" urlPrefix="types-" />
  )
}

/** The code with its words, for users who may see capabilities. */
function Capability({ code }: { code: string }) {
  const words = useCapabilities().find((found) => found.code === code)?.description
  return (
    <>
      <Id>{code}</Id>
      {words !== undefined && (
        <Text span size="xs" c="dimmed" ml={6}>
          {words}
        </Text>
      )}
    </>
  )
}
