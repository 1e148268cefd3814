// One transaction capability.

import { Alert } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Allowed } from '../../kit/allowed.tsx'
import { DeleteButton } from '../../kit/delete-button.tsx'
import { LinkButton } from '../../kit/link-button.tsx'
import { MadeAndChanged } from '../../kit/made-and-changed.tsx'
import { PageFrame } from '../../kit/page-frame.tsx'
import { usePathParameter } from '../../kit/path-parameter.ts'
import { RecordQuery } from '../../kit/record-query.tsx'
import { Section } from '../../kit/section.tsx'
import { StatusBadge } from '../../kit/values.tsx'
import { FlagList } from './flag-list.tsx'

type Capability = onboarding.TransactionCapability

export default function CapabilityPage() {
  const id = usePathParameter('id')
  return (
    <RecordQuery queryKey={['capabilities', id]} load={() => ask(admin.getTransactionCapability({ id }))}>
      {(capability) => (
        <PageFrame
          title={`Capability ${capability.code}`}
          description={capability.description}
          trail={[['Transaction capabilities', '/capabilities']]}
          badge={<StatusBadge status={capability.isActive ? 'ACTIVE' : 'INACTIVE'} />}
          actions={!capability.isSystem && <CapabilityActions capability={capability} />}
        >
          {capability.isSystem && (
            <Alert variant="light" color="gray" title="Part of the platform">
              It never changes. Make a capability of your own where another set is needed.
            </Alert>
          )}
          <Section title="Accounts with it can be used for">
            <FlagList flags={capability.flags} />
          </Section>
          <MadeAndChanged record={capability} />
        </PageFrame>
      )}
    </RecordQuery>
  )
}

function CapabilityActions({ capability }: { capability: Capability }) {
  const { id, code, isActive } = capability
  return (
    <>
      <Allowed module="TXN_CAPABILITIES" action="UPDATE" scope="platform">
        <LinkButton to={`/capabilities/${id}/edit`} variant="default" leftSection={<IconPencil size={16} />}>
          Edit
        </LinkButton>
      </Allowed>
      <Allowed module="TXN_CAPABILITIES" action="ACTIVATE" scope="platform">
        {isActive ? (
          <ActionButton
            label="Deactivate"
            confirm={{
              title: `Deactivate capability ${code}?`,
              message:
                'It grants nothing from now on: accounts with it can be used for nothing, at every institution, until it is activated again or they get another capability.',
            }}
            run={() => ask(admin.setTransactionCapabilityActivation({ id, isActive: false }))}
            invalidates={[['capabilities']]}
            done={`Capability ${code} is inactive.`}
          />
        ) : (
          <ActionButton
            label="Activate"
            variant="filled"
            run={() => ask(admin.setTransactionCapabilityActivation({ id, isActive: true }))}
            invalidates={[['capabilities']]}
            done={`Capability ${code} is active.`}
          />
        )}
      </Allowed>
      <Allowed module="TXN_CAPABILITIES" action="DELETE" scope="platform">
        <DeleteButton
          what={`capability ${code}`}
          message="A capability that accounts or account types use cannot be deleted."
          run={() => ask(admin.deleteTransactionCapability({ id }))}
          to="/capabilities"
          invalidates={[['capabilities']]}
        />
      </Allowed>
    </>
  )
}
