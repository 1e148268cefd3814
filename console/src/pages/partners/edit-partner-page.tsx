// Changes a partner.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { PartnerForm } from './partner-form.tsx'

export default function EditPartnerPage() {
  const id = usePathParameter('id')
  const navigate = useNavigate()
  const back = () => void navigate({ to: `/partners/${id}` })
  return (
    <EditRecord queryKey={['partners', id]} load={() => ask(admin.getPartner({ id }))}>
      {(partner, reload) => (
        <PageFrame
          title="Edit partner"
          description="Changes take effect on every gateway within two seconds."
          trail={[
            ['Partners', '/partners'],
            [partner.name, `/partners/${id}`],
          ]}
        >
          <Section>
            <PartnerForm
              partner={partner}
              submitLabel="Save"
              save={(_, terms) => ask(admin.updatePartner({ id }, { ...terms, version: partner.version }))}
              onSaved={({ name }) => {
                notifications.show({ color: 'green', message: `${name} is saved.` })
                back()
              }}
              onCancel={back}
              onReload={reload}
            />
          </Section>
        </PageFrame>
      )}
    </EditRecord>
  )
}
