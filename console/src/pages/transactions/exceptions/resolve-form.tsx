// The decision about an open exception.

import { Alert, Radio, type RadioGroupProps, Stack, Text } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { GatewayError } from '../../../api/gateway-error.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import {
  ACTIONS,
  type Outcome,
  possibleActions,
  type ResolvingAction,
  subjectOf,
  type TransactionException,
} from './exception-words.ts'
import { OriginalPicker } from './original-picker.tsx'

export interface ResolveFormProps {
  readonly exception: TransactionException
  onClose(): void
}

const NOTHING = { action: '', reason: '', originalId: '', outcome: '', linkedAccountId: '', externalReference: '' }
type Values = typeof NOTHING
type Kind = TransactionException['kind']

function faultsOf(values: Values, kind: Kind): FormErrors {
  const { action, reason, originalId, outcome, linkedAccountId, externalReference } = values
  return {
    ...(action === '' && { action: 'Choose what to do' }),
    ...(reason.trim() === '' && { reason: 'Say why; it is kept in the audit log' }),
    ...(action === 'MATCH' && kind === 'UNMATCHED' && originalId === '' && { originalId: 'Choose the original' }),
    ...(action === 'MATCH' && kind === 'UNKNOWN' && outcome === '' && { outcome: 'Choose the outcome' }),
    ...(action === 'PAY_OUT' && linkedAccountId.trim() === '' && { linkedAccountId: 'Name the account' }),
    ...(action === 'SETTLED_OUTSIDE' &&
      externalReference.trim() === '' && { externalReference: 'Name the payment that was made' }),
  }
}

/** Only what the action needs: the gateway refuses the rest. */
function decisionOf(values: Values, kind: Kind) {
  const { action, reason, originalId, outcome, linkedAccountId, externalReference } = values
  const isMatch = action === 'MATCH'
  return {
    action: action as ResolvingAction,
    reason: reason.trim(),
    ...present({
      originalId: isMatch && originalId !== '' ? originalId : undefined,
      outcome: isMatch && kind === 'UNKNOWN' ? (outcome as Outcome) : undefined,
      linkedAccountId:
        action === 'PAY_OUT' || (isMatch && kind === 'RECONCILIATION' && linkedAccountId.trim() !== '')
          ? linkedAccountId.trim()
          : undefined,
      externalReference: action === 'SETTLED_OUTSIDE' ? externalReference.trim() : undefined,
    }),
  }
}

export function ResolveForm({ exception, onClose }: ResolveFormProps) {
  const { id, kind, transaction } = exception
  const actions = possibleActions(exception)
  const state = useRecordForm({
    initialValues: NOTHING,
    validate: (values) => faultsOf(values, kind),
    submit: (values) => ask(admin.resolveException({ id }, decisionOf(values, kind))),
    invalidates: [['exceptions'], ['transactions'], ['dashboard'], ['digital']],
    onSaved: ({ resolution }) => {
      onClose()
      notifications.show(
        resolution === undefined
          ? { message: 'It is on its way; the exception stays open until it is done.', color: 'blue' }
          : { message: `The exception is resolved: ${ACTIONS[resolution.action].toLowerCase()}.`, color: 'green' },
      )
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  const { action } = form.values
  // A late or refused reversal mostly names its original; where it does not, the gateway looks for it.
  const asksOriginal =
    action === 'MATCH' &&
    kind !== 'UNKNOWN' &&
    kind !== 'DECLINED_ADVICE' &&
    kind !== 'RECONCILIATION' &&
    transaction !== undefined &&
    transaction.originalId === undefined
  return (
    <RecordForm state={state} submitLabel="Resolve" onCancel={onClose}>
      <Text size="sm">What shall happen with the {subjectOf(exception)}?</Text>
      {state.error instanceof GatewayError && state.error.status === 409 && <Conflict />}
      <Radio.Group label="Decision" required {...form.getInputProps('action')}>
        <Stack gap="sm" mt={6}>
          {actions.map(({ action: value, label, effect }) => (
            <Radio key={value} value={value} label={label} description={effect} />
          ))}
        </Stack>
      </Radio.Group>
      {asksOriginal && (
        <OriginalPicker
          reversal={transaction}
          isRequired={kind === 'UNMATCHED'}
          value={form.values.originalId}
          error={form.errors.originalId}
          onChange={(originalId) => form.setFieldValue('originalId', originalId)}
        />
      )}
      {action === 'MATCH' && kind === 'UNKNOWN' && <OutcomeChoice {...form.getInputProps('outcome')} />}
      {action === 'PAY_OUT' &&
        field.text('linkedAccountId', 'Account', 'An account of the institution, open to transfers, in the currency.', {
          required: true,
          maxLength: 35,
        })}
      {action === 'MATCH' &&
        kind === 'RECONCILIATION' &&
        transaction?.accountId === undefined &&
        field.text('linkedAccountId', 'Account', 'The file names none: the account to post on.', { maxLength: 35 })}
      {action === 'SETTLED_OUTSIDE' &&
        field.text('externalReference', 'External reference', 'What the payment is known by where it was made.', {
          required: true,
          maxLength: 140,
        })}
      {field.area('reason', 'Reason', 'Kept in the audit log.', {
        required: true,
        maxLength: 255,
        autosize: true,
        minRows: 2,
      })}
    </RecordForm>
  )
}

function OutcomeChoice(input: Partial<RadioGroupProps>) {
  return (
    <Radio.Group label="What came of the order" required {...input}>
      <Stack gap="sm" mt={6}>
        <Radio
          value="APPROVED"
          label="The core executed it"
          description="The transaction becomes approved. The money has moved in the core’s books."
        />
        <Radio
          value="DECLINED"
          label="The core did not execute it"
          description="The transaction becomes declined. No money has moved."
        />
      </Stack>
    </Radio.Group>
  )
}

function Conflict() {
  return (
    <Alert color="blue" title="How to go on">
      <Text size="sm">
        Nothing was posted. If another person has resolved it meanwhile, close this dialog and read the list again. If
        the original does not fit, choose another one. If the account lacks the money, wait for a deposit, or choose
        another decision. If an attempt of the gateway is under way, wait for its end.
      </Text>
    </Alert>
  )
}
