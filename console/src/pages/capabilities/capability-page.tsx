// One transaction capability.

import { Alert } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { FlagList } from './flag-list.tsx'

type Capability = onboarding.TransactionCapability

export default function CapabilityPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Capability"
      list={['Transaction capabilities', '/capabilities']}
      queryKey={['capabilities', id]}
      load={() => ask(admin.getTransactionCapability({ id }))}
      frame={(capability) => ({
        title: `Capability ${capability.code}`,
        status: capability.isActive ? 'ACTIVE' : 'INACTIVE',
        description: capability.description,
        actions: !capability.isSystem && <CapabilityActions capability={capability} />,
      })}
    >
      {(capability) => (
        <>
          {capability.isSystem && (
            <Alert variant="light" color="gray" title="Part of the platform">
              It never changes. Make a capability of your own where another set is needed.
            </Alert>
          )}
          <Section title="Accounts with it can be used for">
            <FlagList flags={capability.flags} />
          </Section>
          <MadeAndChanged record={capability} />
        </>
      )}
    </RecordFrame>
  )
}

function CapabilityActions({ capability: { id, code, isActive } }: { capability: Capability }) {
  return (
    <RecordActions
      module="TXN_CAPABILITIES"
      scope="platform"
      what={`capability ${code}`}
      list="/capabilities"
      id={id}
      isActive={isActive}
      invalidates={[['capabilities']]}
      deletion={{
        message: 'A capability that accounts or account types use cannot be deleted.',
        run: () => ask(admin.deleteTransactionCapability({ id })),
      }}
      deactivation={{
        title: `Deactivate capability ${code}?`,
        message:
          'It grants nothing from now on: accounts with it can be used for nothing, at every institution, until it is activated again or they get another capability.',
      }}
      setActive={(next) => ask(admin.setTransactionCapabilityActivation({ id, isActive: next }))}
      done={(now) => (now ? `Capability ${code} is active.` : `Capability ${code} is inactive.`)}
    />
  )
}
