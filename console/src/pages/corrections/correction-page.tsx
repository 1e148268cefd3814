// One correction, as it was posted.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { CalendarDate, Id, Money } from '../../kit/show/values.tsx'
import { type Correction, kindInWords, signedAmount } from './correction-words.ts'

export default function CorrectionPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Correction"
      list={['Corrections', '/corrections']}
      queryKey={['corrections', id]}
      load={() => ask(admin.getCorrection({ id }))}
      frame={(correction) => ({
        title: kindInWords(correction.kind),
        status: correction.reversedBy === undefined ? 'POSTED' : 'REVERSED',
        description: correction.reason,
        actions: <UndoButton correction={correction} />,
      })}
      facts={(correction) => [
        ['Institution', correction.institutionId],
        ['Account', <Id key="account">{correction.accountId ?? correction.suspenseAccount}</Id>],
        ['Amount', <Money key="amount" amount={signedAmount(correction)} currency={correction.currencyCode} />],
        ['Against', <Id key="against">{correction.against}</Id>],
        ['Business date', <CalendarDate key="date" date={correction.businessDate} />],
        [
          'Transaction',
          correction.transactionId === undefined ? (
            '—'
          ) : (
            <PageLink key="transaction" to={`/transactions/${correction.transactionId}`}>
              {correction.transactionId}
            </PageLink>
          ),
        ],
        [
          'Counts as reversed',
          <Money key="reversed" amount={correction.reversedAmount} currency={correction.currencyCode} />,
        ],
        ['Exception', correction.exceptionId === undefined ? '—' : <Id key="exception">{correction.exceptionId}</Id>],
        ['Undoes', <Other key="undoes" id={correction.reverses} />],
        ['Undone by', <Other key="undone" id={correction.reversedBy} />],
      ]}
    />
  )
}

function UndoButton({ correction }: { correction: Correction }) {
  const { id, institutionId, reverses, reversedBy } = correction
  if (reverses !== undefined || reversedBy !== undefined) return null
  return (
    <Allowed module="CORRECTIONS" action="CREATE">
      <ActionButton
        label="Undo"
        color="red"
        variant="light"
        confirm={{
          title: 'Undo the correction?',
          message:
            'The opposite of the whole amount is posted. It always waits for a second user, and cannot be undone. A debit needs the money on the account.',
          reason: 'required',
        }}
        run={(reason) => ask(admin.createCorrection({ institutionId, reverses: id, reason: reason ?? '' }))}
        invalidates={[['corrections'], ['suspense'], ['transactions']]}
        done="The correction is undone."
      />
    </Allowed>
  )
}

function Other({ id }: { id: string | undefined }) {
  return id === undefined ? <>—</> : <PageLink to={`/corrections/${id}`}>{id}</PageLink>
}
