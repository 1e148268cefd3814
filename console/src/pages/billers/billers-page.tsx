// Every biller.

import { IconPlus } from '@tabler/icons-react'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { BillerList } from './biller-list.tsx'

export default function BillersPage() {
  const [{ institutionId }] = useUrlState()
  return (
    <PageFrame
      title="Billers"
      description="Companies whose bills customers can pay, each from the accounts of one institution."
      actions={
        <Allowed module="INSTITUTIONS" action="CREATE">
          <LinkButton to="/billers/new" search={{ institutionId }} leftSection={<IconPlus size={16} />}>
            New biller
          </LinkButton>
        </Allowed>
      }
    >
      <BillerList />
    </PageFrame>
  )
}
