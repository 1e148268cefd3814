// Gives tokens of a transfer back to its payer, wholly or in part.

import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { type AttemptKey, useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { askDigital, head, TOKEN_TYPE } from '../digital-request.ts'
import { useParty } from '../parties/directory.ts'

export interface ReturnTransferProps {
  readonly partnerId: string
  readonly transfer: model.InterbankTransfer
}

/** Only for the side that was paid, while something is left to give back. */
export function ReturnTransfer({ partnerId, transfer }: ReturnTransferProps) {
  const { state, beneficiary, tokenAmount, returned = 0 } = transfer
  const accountId = beneficiary.digitalAssetAccount?.id
  const payee = useParty(partnerId, 'DIGITAL_ASSET_ACCOUNT', accountId)
  const left = leftOf(tokenAmount.tokens, returned)
  if (state !== 'COMMITTED' || payee === undefined || left <= 0) return null
  return (
    <Allowed module="DIGITAL_MONEY" action="CREATE">
      <ReturnButton partnerId={partnerId} transfer={transfer} accountId={payee.id} left={left} />
    </Allowed>
  )
}

/** Decimals of both have at most four places. */
function leftOf(tokens: number, returned: number): number {
  return Math.round((tokens - returned) * 10_000) / 10_000
}

interface ReturnFormProps extends ReturnTransferProps {
  readonly accountId: string
  readonly left: number
}

function ReturnButton(props: ReturnFormProps) {
  const [isOpen, dialog] = useDisclosure(false)
  const attempt = useAttemptKey(`digital-return-${props.transfer.id}-${props.left}`)
  return (
    <>
      <Button variant="default" size="sm" onClick={dialog.open}>
        Return
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Return the transfer?">
        <ReturnForm {...props} attempt={attempt} onDone={dialog.close} />
      </Modal>
    </>
  )
}

function ReturnForm({
  partnerId,
  transfer,
  accountId,
  left,
  attempt,
  onDone,
}: ReturnFormProps & { readonly attempt: AttemptKey; onDone(): void }) {
  const navigate = useNavigate()
  const { currency } = transfer.tokenAmount
  const state = useRecordForm({
    initialValues: { tokenAmount: { tokens: left as number | string } },
    validate: ({ tokenAmount: { tokens } }) => ({
      ...(!(Number(tokens) > 0 && Number(tokens) <= left) && {
        'tokenAmount.tokens': `From more than 0 up to ${formatMoney(left, currency)}`,
      }),
    }),
    submit: ({ tokenAmount: { tokens } }) =>
      askDigital(
        digital(partnerId).createInterbankTransfer({
          ...head('INTERBANK_TRANSFER', attempt.key()),
          tokenAmount: { currency, tokens: Number(tokens), tokenType: TOKEN_TYPE },
          digitalAssetAccount: { id: accountId },
          returnOf: { id: transfer.id },
        }),
      ),
    invalidates: [['digital', partnerId]],
    onSaved: ({ id }) => {
      attempt.renew()
      notifications.show({ color: 'green', message: 'The tokens go back to the payer.' })
      onDone()
      void navigate({ to: `/digital/movements/transfers/${id}` })
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Return the tokens" onCancel={onDone}>
      <Text size="sm">
        A transfer to the payer’s account, which is not shown. Of {formatMoney(transfer.tokenAmount.tokens, currency)},{' '}
        {formatMoney(left, currency)} can still be returned.
      </Text>
      {field.number('tokenAmount.tokens', `Tokens (${currency})`, {
        required: true,
        min: 0,
        max: left,
        hideControls: true,
      })}
    </RecordForm>
  )
}
