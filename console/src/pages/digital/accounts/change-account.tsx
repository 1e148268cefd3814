// Changes what the partner calls an account, which account it is linked to, and whether it is the default in its currency.

import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { type AttemptKey, useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { askDigital, head } from '../digital-request.ts'

/** An account that the partner may change. */
export interface ChangedAccount {
  readonly partnerId: string
  readonly account: model.DigitalAssetAccount
}

export function ChangeAccountButton({ partnerId, account }: ChangedAccount) {
  const [isOpen, dialog] = useDisclosure(false)
  const attempt = useAttemptKey(`digital-${account.id}-${account.version}-CHANGE`)
  if (account.state === 'CLOSED' || account.state === 'FAILED') return null
  return (
    <>
      <Button variant="default" size="sm" onClick={dialog.open}>
        Change
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Change the account">
        <ChangeAccountForm partnerId={partnerId} account={account} attempt={attempt} onDone={dialog.close} />
      </Modal>
    </>
  )
}

interface ChangeAccountFormProps extends ChangedAccount {
  readonly attempt: AttemptKey
  onDone(): void
}

function ChangeAccountForm({ partnerId, account, attempt, onDone }: ChangeAccountFormProps) {
  const { id: accountId, version, linkedAccount } = account
  const { label = '', default: isDefault } = account.account
  const state = useRecordForm({
    initialValues: { account: { label, default: isDefault }, linkedAccount: { id: linkedAccount.id } },
    validate: (values) => ({
      ...(label !== '' && values.account.label.trim() === '' && { 'account.label': 'A label can be replaced only' }),
      ...(values.linkedAccount.id.trim() === '' && { 'linkedAccount.id': 'Name an account' }),
      ...(Object.keys(changesOf(values)).length === 0 && { 'account.label': 'Nothing is changed yet' }),
    }),
    submit: (values) =>
      askDigital(
        digital(partnerId).changeDigitalAssetAccountStatus(
          { accountId },
          {
            ...head('DIGITAL_ASSET_ACCOUNT_STATUS', attempt.key()),
            ...changesOf(values),
            expectedVersion: version,
          },
        ),
      ),
    invalidates: [['digital', partnerId]],
    onSaved: () => {
      attempt.renew()
      notifications.show({ color: 'green', message: 'The account is changed.' })
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)

  /** Only what differs: linking the same account again would need that nothing is open. */
  function changesOf(values: { account: { label: string; default: boolean }; linkedAccount: { id: string } }) {
    const named = values.account.label.trim()
    const linkedId = values.linkedAccount.id.trim()
    const changed = {
      ...(named !== label && { label: named }),
      ...(values.account.default !== isDefault && { default: values.account.default }),
    }
    return {
      ...(Object.keys(changed).length > 0 && { account: changed }),
      ...(linkedId !== linkedAccount.id && { linkedAccount: { id: linkedId } }),
    }
  }

  return (
    <RecordForm state={state} submitLabel="Change the account" onCancel={onDone}>
      {field.text('account.label', 'Label')}
      {field.text(
        'linkedAccount.id',
        'Linked account',
        'Deposits debit it and redemptions credit it. It can be replaced when nothing of the account is under way.',
        { required: true },
      )}
      {field.tick(
        'account.default',
        `Default account in ${account.account.currency}`,
        'Redemptions that name no account mean this one. One account per partner and currency.',
      )}
      <Text size="xs" c="dimmed">
        What has begun keeps the linked account that it began with.
      </Text>
    </RecordForm>
  )
}
