// Accepts an offer on behalf of the applicant.

import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { lendingKey } from '../lending-frame.tsx'
import { formatRate } from '../lending-words.ts'

export interface AcceptFormProps {
  readonly partnerId: string
  readonly offer: api.ListedOffer
  readonly siblings: number
  onDone(): void
}

export function AcceptForm({ partnerId, offer, siblings, onDone }: AcceptFormProps) {
  const once = useOnce(`accept-${offer.offerId}`)
  const state = useRecordForm({
    initialValues: { acceptedBy: '', channel: '', consents: [] as string[] },
    submit: ({ acceptedBy, channel, consents }) =>
      once((idempotencyKey) =>
        ask(
          lending(partnerId).acceptOffer(
            { offerId: offer.offerId },
            { ...present({ acceptedBy: textOf(acceptedBy), channel: textOf(channel) }), consents },
            { idempotencyKey },
          ),
        ),
      ),
    invalidates: [lendingKey(partnerId)],
    onSaved: () => {
      notifications.show({ message: 'The offer is accepted.', color: 'green' })
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Accept the offer" onCancel={onDone}>
      <Text size="sm">
        {formatMoney(offer.amount, offer.currency)} at {formatRate(offer.interestRate)}, {offer.numberOfInstalments}{' '}
        instalments of {formatMoney(offer.instalmentAmount, offer.currency)}.{' '}
        {siblings > 0 &&
          `The ${siblings === 1 ? 'other open offer' : `${siblings} other open offers`} of the application can no longer be accepted.`}{' '}
        An acceptance cannot be taken back.
      </Text>
      {field.text('acceptedBy', 'Accepted by', 'You, when empty.', { maxLength: 120 })}
      {field.text('channel', 'Channel', 'Where it was accepted: BRANCH, PHONE, APP.', { maxLength: 35 })}
      {field.tags('consents', 'Consents', 'What the applicant consented to. Press Enter after each.')}
    </RecordForm>
  )
}
