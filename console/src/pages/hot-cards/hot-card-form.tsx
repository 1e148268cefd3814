// Stops a card. The number is typed once and never shown whole again.

import { SimpleGrid } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { startOfDay } from '../../kit/show/time-zone.ts'
import { useUser } from '../../session/session.ts'
import { type HotCard, REASONS } from './hot-card-words.ts'

const LIST = '/hot-cards'

export default function NewHotCardPage() {
  const navigate = useNavigate()
  const user = useUser()
  const [{ institutionId = user.institutionId ?? null }] = useUrlState()
  const state = useRecordForm({
    initialValues: {
      institutionId: institutionId as string | null,
      pan: '',
      reason: 'STOLEN' as HotCard['reason'] | null,
      lastDay: '',
      note: '',
    },
    submit: ({ institutionId: of, pan, reason, lastDay, note }) => {
      const expiresAt = startOfDay(lastDay, 1)
      return ask(
        admin.createHotCard({
          institutionId: of ?? '',
          pan: pan.replaceAll(/\s/g, ''),
          reason: reason as HotCard['reason'],
          ...(note.trim() !== '' && { note: note.trim() }),
          ...(expiresAt !== undefined && { expiresAt }),
        }),
      )
    },
    fieldNames: { expiresAt: 'lastDay' },
    fieldOf: ({ status }) => (status === 409 ? 'pan' : undefined),
    invalidates: [['hot-cards']],
    onSaved: ({ id, maskedPan }) => {
      notifications.show({ message: `Card ${maskedPan} is stopped.`, color: 'green' })
      void navigate({ to: `${LIST}/${id}`, replace: true })
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <PageFrame
      title="Stop a card"
      description="From its next order on, the card is declined by every gateway. Reversals still pass. Nobody has to approve it."
      trail={[['Hot cards', LIST]]}
    >
      <Section>
        <RecordForm state={state} submitLabel="Stop the card" onCancel={() => void navigate({ to: LIST })}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <InstitutionSelect label="Institution" {...form.getInputProps('institutionId')} />
            {field.text('pan', 'Card number', '12 to 19 digits.', {
              required: true,
              autoComplete: 'off',
              inputMode: 'numeric',
              maxLength: 23,
            })}
            {field.choice('reason', 'Reason', REASONS, 'The code is what orders are declined with.', {
              required: true,
              allowDeselect: false,
            })}
            {field.date('lastDay', 'Last day', 'Empty: it stays stopped until it is lifted.')}
          </SimpleGrid>
          {field.area('note', 'Note', { maxLength: 255, autosize: true, minRows: 2 })}
        </RecordForm>
      </Section>
    </PageFrame>
  )
}
