// Account types, of one institution or of all that the user sees.

import { Stack, Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { AddButton } from '../../kit/list/add-button.tsx'
import type { Filter } from '../../kit/list/filter-bar.tsx'
import { booleanOf, type Column, listOf, present, RecordList } from '../../kit/list/record-list.tsx'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { balanceInList, CATEGORIES, categoryInList } from './account-type-words.ts'
import { useCapabilities } from './use-capabilities.ts'

type AccountType = onboarding.AccountType

const INSTITUTION: Column<AccountType> = {
  title: 'Institution',
  sort: 'institutionId',
  render: ({ institutionId }) => <Id>{institutionId}</Id>,
  width: 120,
}

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Code or description' },
  { kind: 'institution', name: 'institutionId', label: 'Institution' },
  { kind: 'choices', name: 'category', label: 'Category', choices: CATEGORIES },
  { kind: 'yes-no', name: 'isActive', label: 'Active' },
]

/** With an institution, as a part of its page; otherwise the whole list with its filters. */
export function AccountTypeList({ institutionId }: { institutionId?: string }) {
  return (
    <Stack gap="sm">
      {institutionId !== undefined && (
        <AddButton
          module="ACCOUNT_TYPES"
          to="/account-types/new"
          institutionId={institutionId}
          label="Add an account type"
        />
      )}
      <RecordList<AccountType>
        label="Account types"
        urlPrefix={institutionId === undefined ? '' : 'types-'}
        queryKey={['account-types', 'list', institutionId ?? '']}
        load={({ page, size, sort, filters }) =>
          ask(
            admin.listAccountTypes(
              present({ page, size, sort }),
              present({
                search: filters.search,
                institutionId: institutionId ?? filters.institutionId,
                category: listOf<AccountType['category']>(filters.category),
                isActive: booleanOf(filters.isActive),
              }),
            ),
          )
        }
        columns={[
          { title: 'Code', sort: 'code', render: ({ code }) => <Id>{code}</Id>, width: 90 },
          { title: 'Description', sort: 'description', render: ({ description }) => description },
          ...(institutionId === undefined ? [INSTITUTION] : []),
          { title: 'Category', sort: 'category', render: ({ category }) => categoryInList(category), width: 110 },
          { title: 'Capability', render: ({ defaultTxnCapability }) => <Capability code={defaultTxnCapability} /> },
          { title: 'Balances shown', render: ({ balanceTypes }) => balanceTypes.map(balanceInList).join(', ') },
          {
            title: 'Status',
            render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
            width: 100,
          },
        ]}
        filters={institutionId === undefined ? FILTERS : []}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/account-types/${id}`}
        empty={{
          title: 'No account types yet',
          hint: 'Activation of an institution needs one: channels only use accounts of a known type.',
        }}
      />
    </Stack>
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
