// The first step of taking on an institution. Saving it makes the draft; the other steps change that.

import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { IdentityStep } from './editor/identity-step.tsx'
import { draftOf, emptyValues } from './editor/institution-values.ts'
import { WizardProgress } from './editor/wizard-progress.tsx'
import { conflictAtField } from './editor/wizard-steps.ts'

export default function NewInstitutionPage() {
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: emptyValues(),
    submit: (values) =>
      ask(admin.createInstitution(draftOf(values))).catch((error: unknown) => {
        throw conflictAtField(error)
      }),
    invalidates: [['institutions']],
    onSaved: ({ id }) => {
      // Going back from the second step leads to the list, not to a second draft.
      void navigate({ to: `/institutions/${id}/edit`, search: { step: 'contacts' } as never, replace: true })
    },
  })
  return (
    <PageFrame
      title="New institution"
      trail={[['Institutions', '/institutions']]}
      description="After the first step it is saved as a draft. You can leave at any time and continue later: a draft takes no traffic."
    >
      <Stack gap="lg">
        <WizardProgress active="identity" errors={state.form.errors} />
        <Section title="Identity" description="Who it is, and in which currency and time zone it keeps its books.">
          <RecordForm
            state={state}
            submitLabel="Save draft and continue"
            onCancel={() => void navigate({ to: '/institutions' })}
          >
            <IdentityStep form={state.form} isNew />
          </RecordForm>
        </Section>
      </Stack>
    </PageFrame>
  )
}
