// What can be done with an account in its present state: change, freeze, change the restrictions, unfreeze, close.

import { Alert, Button, Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { type AttemptKey, useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { askDigital, head } from '../digital-request.ts'
import { type StatusMove, StatusMoves } from '../status-moves.tsx'
import { ChangeAccountButton, type ChangedAccount } from './change-account.tsx'

type Target = NonNullable<model.ChangeDigitalAssetAccountStatusRequest['status']>['target']
export type Restriction = 'NO_DEBIT' | 'NO_CREDIT'

const RESTRICTIONS: Readonly<Record<Restriction, readonly [label: string, words: string]>> = {
  NO_DEBIT: ['Nothing leaves', 'No transfers out and no redemptions.'],
  NO_CREDIT: ['Nothing arrives', 'No deposits and no transfers in.'],
}

export function AccountMoves({ partnerId, account }: ChangedAccount) {
  const { id: accountId, state, version } = account
  const canFreeze = state === 'ACTIVE' || state === 'FROZEN'
  return (
    <>
      <StatusMoves
        partnerId={partnerId}
        attemptName={`digital-${accountId}-${version}`}
        moves={movesOf(state)}
        change={(target, reason, ref) =>
          askDigital(
            digital(partnerId).changeDigitalAssetAccountStatus(
              { accountId },
              { ...head('DIGITAL_ASSET_ACCOUNT_STATUS', ref), status: { target, reason }, expectedVersion: version },
            ),
          )
        }
      />
      <ChangeAccountButton partnerId={partnerId} account={account} />
      {canFreeze && <FreezeButton partnerId={partnerId} account={account} />}
    </>
  )
}

function movesOf(state: model.DigitalAssetAccount['state']): StatusMove<Target>[] {
  const close: StatusMove<Target> = {
    target: 'CLOSED',
    label: 'Close',
    title: 'Close the account?',
    message:
      'This is final. It is possible only when the account holds no tokens, awaits none and nothing is under way.',
    color: 'red',
    done: 'The account is closed.',
  }
  if (state === 'ACTIVE') return [close]
  if (state !== 'FROZEN') return []
  return [
    close,
    {
      target: 'ACTIVE',
      label: 'Unfreeze',
      title: 'Unfreeze the account?',
      message: 'All restrictions are lifted.',
      done: 'The account is active again.',
    },
  ]
}

function FreezeButton({ partnerId, account }: ChangedAccount) {
  const [isOpen, dialog] = useDisclosure(false)
  const attempt = useAttemptKey(`digital-${account.id}-${account.version}-FROZEN`)
  const isFrozen = account.state === 'FROZEN'
  return (
    <>
      <Button variant={isFrozen ? 'default' : 'light'} color="orange" size="sm" onClick={dialog.open}>
        {isFrozen ? 'Change restrictions' : 'Freeze'}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={isFrozen ? 'Change the restrictions' : 'Freeze the account?'}
      >
        <FreezeForm partnerId={partnerId} account={account} attempt={attempt} onDone={dialog.close} />
      </Modal>
    </>
  )
}

interface FreezeFormProps extends ChangedAccount {
  readonly attempt: AttemptKey
  onDone(): void
}

function FreezeForm({ partnerId, account, attempt, onDone }: FreezeFormProps) {
  const state = useRecordForm({
    initialValues: {
      status: { restrictions: account.account.restrictions ?? (['NO_DEBIT'] as string[]), reason: '' },
    },
    validate: ({ status }) => ({
      ...(status.restrictions.length === 0 && { 'status.restrictions': 'Choose at least one' }),
      ...(status.reason.trim() === '' && { 'status.reason': 'Say why' }),
    }),
    submit: ({ status: { restrictions, reason } }) =>
      askDigital(
        digital(partnerId).changeDigitalAssetAccountStatus(
          { accountId: account.id },
          {
            ...head('DIGITAL_ASSET_ACCOUNT_STATUS', attempt.key()),
            status: { target: 'FROZEN', restrictions: restrictions as Restriction[], reason: reason.trim() },
            expectedVersion: account.version,
          },
        ),
      ),
    invalidates: [['digital', partnerId]],
    onSaved: () => {
      attempt.renew()
      notifications.show({ color: 'green', message: 'The account is frozen.' })
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Freeze the account" submitColor="orange" onCancel={onDone}>
      <Text size="sm">
        Freezing stops new work only. What has begun finishes, credits included. It can be lifted again.
      </Text>
      <Checkbox.Group label="What the account does not allow" required {...form.getInputProps('status.restrictions')}>
        <Stack gap="xs" mt="xs">
          {Object.entries(RESTRICTIONS).map(([restriction, [label, words]]) => (
            <Checkbox key={restriction} value={restriction} label={label} description={words} />
          ))}
        </Stack>
      </Checkbox.Group>
      {field.area('status.reason', 'Reason', 'Kept in the history and the audit log.', {
        required: true,
        maxLength: 255,
        autosize: true,
        minRows: 2,
      })}
    </RecordForm>
  )
}

export function FrozenNotice({ restrictions }: { restrictions: readonly Restriction[] }) {
  return (
    <Alert color="yellow" title="This account is frozen">
      {restrictions.map((restriction) => {
        const [label, words] = RESTRICTIONS[restriction]
        return (
          <Text key={restriction} size="sm">
            {label}: {words}
          </Text>
        )
      })}
      <Text size="sm">What had begun before finishes, credits included.</Text>
    </Alert>
  )
}
