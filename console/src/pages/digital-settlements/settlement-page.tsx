// One settlement, as it was recorded.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordPage } from '../../kit/page/record-page.tsx'
import { CalendarDate, Id, Money } from '../../kit/show/values.tsx'
import { InstitutionLabel } from '../digital/parties/institution-names.tsx'

export default function SettlementPage() {
  const id = usePathParameter('id')
  return (
    <RecordPage
      noun="Settlement"
      list={['Settlements', '/digital-settlements']}
      queryKey={['digital-settlements', id]}
      load={() => ask(admin.getDigitalSettlement({ id }))}
      frame={(settlement) => ({
        title: settlement.externalReference,
        status: settlement.reversedBy === undefined ? 'POSTED' : 'REVERSED',
        description: 'Posted in the books of both institutions. It is never changed; a wrong one is undone.',
        actions: <UndoButton settlement={settlement} />,
      })}
      facts={({ payerInstitutionId, payeeInstitutionId, amount, currencyCode, externalReference, ...more }) => [
        ['Payer', <InstitutionLabel key="payer" id={payerInstitutionId} />],
        ['Payee', <InstitutionLabel key="payee" id={payeeInstitutionId} />],
        ['Amount', <Money key="amount" amount={amount} currency={currencyCode} />],
        ['External reference', <Id key="reference">{externalReference}</Id>],
        ['Value date', <CalendarDate key="date" date={more.valueDate} />],
        ['Note', more.note ?? '—'],
        ['Undoes', <Settlement key="undoes" id={more.reverses} />],
        ['Undone by', <Settlement key="undone" id={more.reversedBy} />],
      ]}
    />
  )
}

function UndoButton({ settlement }: { settlement: onboarding.DigitalSettlement }) {
  const { id, reverses, reversedBy, externalReference } = settlement
  if (reverses !== undefined || reversedBy !== undefined) return null
  return (
    <Allowed module="DIGITAL_MONEY" action="APPROVE" scope="platform">
      <ActionButton
        label="Undo"
        color="red"
        variant="light"
        confirm={{
          title: `Undo settlement ${externalReference}?`,
          message:
            'The opposite of the whole amount is posted in the books of both institutions. It always waits for a second user, and cannot be undone.',
          reason: 'required',
        }}
        run={(reason) => ask(admin.reverseDigitalSettlement({ id }, { reason: reason ?? '' }))}
        invalidates={[['digital-settlements'], ['digital']]}
        done={`Settlement ${externalReference} is undone.`}
      />
    </Allowed>
  )
}

function Settlement({ id }: { id: string | undefined }) {
  return id === undefined ? <>—</> : <PageLink to={`/digital-settlements/${id}`}>{id}</PageLink>
}
