// Makes a partner.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { PartnerForm } from './partner-form.tsx'

export default function NewPartnerPage() {
  const navigate = useNavigate()
  const [{ institutionId }] = useUrlState()
  return (
    <PageFrame
      title="New partner"
      trail={[['Partners', '/partners']]}
      description="After this, make a client on the partner’s page: the credentials it calls with."
    >
      <Section>
        <PartnerForm
          institutionIds={institutionId === undefined ? [] : [institutionId]}
          submitLabel="Make the partner"
          save={(partnerId, terms) => ask(admin.createPartner({ partnerId, ...terms }))}
          onSaved={({ id, name }) => {
            notifications.show({ color: 'green', message: `${name} is made. It can call once it has a client.` })
            void navigate({ to: `/partners/${id}` })
          }}
          onCancel={() => void navigate({ to: '/partners' })}
        />
      </Section>
    </PageFrame>
  )
}
