// The steps of the wizard for a draft, and the form for an institution that takes traffic.

import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { EditRecord } from '../../kit/form/edit-record.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { Section } from '../../kit/page/section.tsx'
import { StatusBadge } from '../../kit/show/values.tsx'
import { InstitutionEditor } from './editor/institution-editor.tsx'
import { isEditable, isNew, loadInstitution } from './institution.ts'

export default function EditInstitutionPage() {
  const id = usePathParameter('id')
  const cache = useQueryClient()
  const queryKey = ['institutions', 'record', id]
  return (
    <EditRecord queryKey={queryKey} load={() => loadInstitution(id)}>
      {(institution) => {
        const { displayName, status } = institution
        return (
          <PageFrame
            title={isNew(status) ? `Onboard ${displayName}` : `Edit ${displayName}`}
            trail={[
              ['Institutions', '/institutions'],
              [displayName, `/institutions/${id}`],
            ]}
            badge={<StatusBadge status={status} />}
            description="Every step is saved on its own. You can leave and continue later."
          >
            {isEditable(status) ? (
              <InstitutionEditor institution={institution} onSaved={(saved) => cache.setQueryData(queryKey, saved)} />
            ) : (
              <Section title="It cannot be changed now">
                <Text size="sm" mb="md">
                  A {status.toLowerCase()} institution stays as it was submitted.
                  {status !== 'TERMINATED' && ' It can be changed again once it is rejected or activated.'}
                </Text>
                <LinkButton to={`/institutions/${id}`} variant="default">
                  Back to the institution
                </LinkButton>
              </Section>
            )}
          </PageFrame>
        )
      }}
    </EditRecord>
  )
}
