// Every connection to a core.

import { IconPlus } from '@tabler/icons-react'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { ConnectionList } from './connection-list.tsx'

export default function ConnectionsPage() {
  const [{ institutionId }] = useUrlState()
  return (
    <PageFrame
      title="Core connectivity"
      description="How the gateway reaches the core bank that keeps an institution's accounts. One connection is active per institution and environment."
      actions={
        <Allowed module="CORE_CONNECTIVITY" action="CREATE">
          <LinkButton to="/connectivity/new" search={{ institutionId }} leftSection={<IconPlus size={16} />}>
            New connection
          </LinkButton>
        </Allowed>
      }
    >
      <ConnectionList />
    </PageFrame>
  )
}
