// The account types of the institutions that the user sees.

import { IconPlus } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { booleanOf, listOf, present } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { balanceWord, CATEGORIES, categoryWord } from './account-type-words.ts'

export default function AccountTypesPage() {
  const [{ institutionId }] = useUrlState()
  return (
    <ListPage<onboarding.AccountType>
      title="Account types"
      description="The kinds of accounts that an institution keeps. An institution needs at least one before it can be active."
      actions={
        <Allowed module="ACCOUNT_TYPES" action="CREATE">
          <LinkButton to="/account-types/new" search={{ institutionId }} leftSection={<IconPlus size={16} />}>
            New account type
          </LinkButton>
        </Allowed>
      }
      queryKey={['account-types']}
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listAccountTypes(
            present({ page, size, sort }),
            present({
              search: filters.search,
              institutionId: filters.institutionId,
              category: listOf<onboarding.AccountType['category']>(filters.category),
              isActive: booleanOf(filters.isActive),
            }),
          ),
        )
      }
      columns={[
        { title: 'Code', sort: 'code', render: ({ code }) => <Id>{code}</Id>, width: 110 },
        { title: 'Description', sort: 'description', render: ({ description }) => description },
        { title: 'Institution', sort: 'institutionId', render: (type) => <Id>{type.institutionId}</Id>, width: 120 },
        { title: 'Category', sort: 'category', render: ({ category }) => categoryWord(category) },
        { title: 'Capability', render: ({ defaultTxnCapability }) => <Id>{defaultTxnCapability}</Id>, width: 110 },
        { title: 'Balances shown', render: ({ balanceTypes }) => balanceTypes.map(balanceWord).join(', ') },
        {
          title: 'Status',
          render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
          width: 100,
        },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Code or description' },
        { kind: 'institution', name: 'institutionId', label: 'Institution' },
        { kind: 'choices', name: 'category', label: 'Category', choices: CATEGORIES },
        { kind: 'yes-no', name: 'isActive', label: 'Active' },
      ]}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/account-types/${id}`}
      empty={{ title: 'No account types yet', hint: 'An institution needs one before it can be activated.' }}
    />
  )
}
