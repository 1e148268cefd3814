// The terminals of the institutions that the user sees.

import { IconPlus } from '@tabler/icons-react'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { TerminalList } from './terminal-list.tsx'

export default function TerminalsPage() {
  const [{ institutionId }] = useUrlState()
  return (
    <PageFrame
      title="Terminals"
      description="ATMs, teller desks, telephone lines, apps and points of sale. Only active ones serve customers; orders from others are declined (120)."
      actions={
        <Allowed module="TERMINALS" action="CREATE">
          <LinkButton to="/terminals/new" search={{ institutionId }} leftSection={<IconPlus size={16} />}>
            New terminal
          </LinkButton>
        </Allowed>
      }
    >
      <TerminalList />
    </PageFrame>
  )
}
