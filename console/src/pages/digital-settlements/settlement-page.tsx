// One settlement, as it was recorded.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
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
      titleOf={({ externalReference }) => externalReference}
      statusOf={() => 'POSTED'}
      actions={() => null}
      descriptionOf={() => 'Posted in the books of both institutions. It is never changed.'}
      facts={({ payerInstitutionId, payeeInstitutionId, amount, currencyCode, externalReference, valueDate, note }) => [
        ['Payer', <InstitutionLabel key="payer" id={payerInstitutionId} />],
        ['Payee', <InstitutionLabel key="payee" id={payeeInstitutionId} />],
        ['Amount', <Money key="amount" amount={amount} currency={currencyCode} />],
        ['External reference', <Id key="reference">{externalReference}</Id>],
        ['Value date', <CalendarDate key="date" date={valueDate} />],
        ['Note', note ?? '—'],
      ]}
    />
  )
}
