// The account types of the institutions that the user sees.

import { IconPlus } from '@tabler/icons-react'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { AccountTypeList } from './account-type-list.tsx'

export default function AccountTypesPage() {
  const [{ institutionId }] = useUrlState()
  return (
    <PageFrame
      title="Account types"
      description="The kinds of accounts that an institution keeps. It needs at least one before it can be activated."
      actions={
        <Allowed module="ACCOUNT_TYPES" action="CREATE">
          <LinkButton to="/account-types/new" search={{ institutionId }} leftSection={<IconPlus size={16} />}>
            New account type
          </LinkButton>
        </Allowed>
      }
    >
      <AccountTypeList />
    </PageFrame>
  )
}
