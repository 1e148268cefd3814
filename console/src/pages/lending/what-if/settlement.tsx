// What it takes to settle a loan.

import { Text } from '@mantine/core'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { formatAmount } from '../../../kit/show/format.ts'
import { CalendarDate } from '../../../kit/show/values.tsx'
import { ScenarioForm } from './scenario.tsx'
import type { ScenarioProps } from './scenario-props.ts'

export function SettlementScenario({ partnerId, loan }: ScenarioProps) {
  const { loanId, currency } = loan
  return (
    <ScenarioForm
      name="settlement"
      title="Settlement"
      description="Everything is paid at once, and the loan closes."
      partnerId={partnerId}
      loan={loan}
      initialValues={{ valueDate: '' }}
      bodyOf={({ valueDate }) => ({ settle: true, ...present({ valueDate: textOf(valueDate) }) })}
      fields={(form) => fieldsOf(form).date('valueDate', 'Value date', 'The business date when empty.', { maw: 260 })}
      preview={async (body) => {
        const told = await ask(lending(partnerId).prepayLoan({ loanId }, { ...body, preview: true }))
        return {
          before: told.before,
          after: told.after,
          newInstalment: told.newInstalment,
          newMaturity: told.newMaturity,
          facts: [
            [
              'Settles the loan',
              <Text key="payoff" span fw={650} className="numeric">
                {formatAmount(told.payoffAmount ?? told.amount, currency)} {currency}
              </Text>,
            ],
            ['Good until', <CalendarDate key="until" date={told.goodUntil} />],
            ['Each further day adds', formatAmount(told.perDiem ?? 0, currency)],
            ['Interest saved', formatAmount(told.interestSaved, currency)],
          ],
        }
      }}
      perform={(body, idempotencyKey) => ask(lending(partnerId).prepayLoan({ loanId }, body, { idempotencyKey }))}
      doLabel="Settle the loan"
      question={() => 'The payoff amount is posted as paid, and the loan closes. A reversal opens it again.'}
      done="The loan is settled."
    />
  )
}
