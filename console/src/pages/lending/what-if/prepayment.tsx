// What a prepayment would do to the plan.

import { Radio, SimpleGrid, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { formatAmount, formatMoney } from '../../../kit/show/format.ts'
import { STRATEGIES } from '../lending-words.ts'
import { ScenarioForm } from './scenario.tsx'
import type { ScenarioProps } from './scenario-props.ts'

type Strategy = NonNullable<api.PrepayLoanRequest['strategy']>

const MEANINGS: Readonly<Record<Strategy, string>> = {
  REDUCE_INSTALMENT: 'Later instalments are levelled again over the same number.',
  REDUCE_TERM: 'Instalments stay as high; the last ones fall away.',
  PAY_NEXT_INSTALMENTS: 'The next instalments ask for less principal, in turn.',
  ADJUST_LAST: 'Everything stays; the last instalment takes the difference.',
}

export function Prepayment({ partnerId, loan }: ScenarioProps) {
  const { loanId, currency } = loan
  const initialValues: Values = {
    amount: '',
    valueDate: '',
    strategy: loan.terms.prepaymentDefault ?? 'REDUCE_INSTALMENT',
  }
  return (
    <ScenarioForm
      name="prepayment"
      title="Prepayment"
      description="Arrears are paid first; the rest lowers the principal from its day on."
      partnerId={partnerId}
      loan={loan}
      initialValues={initialValues}
      validate={({ amount }) => (numberOf(amount) === undefined ? { amount: 'Enter an amount' } : {})}
      bodyOf={({ amount, valueDate, strategy }) => ({
        amount: numberOf(amount) ?? 0,
        strategy,
        ...present({ valueDate: textOf(valueDate) }),
      })}
      fields={(form) => <PrepaymentFields form={form} loan={loan} />}
      preview={async (body) => {
        const told = await ask(lending(partnerId).prepayLoan({ loanId }, { ...body, preview: true }))
        return {
          before: told.before,
          after: told.after,
          newInstalment: told.newInstalment,
          newMaturity: told.newMaturity,
          facts: [
            ['Interest saved', formatAmount(told.interestSaved, currency)],
            ['Instalments saved', told.instalmentsSaved],
            ['Pays principal', formatAmount(told.allocation.principal, currency)],
            [
              'Pays interest and charges',
              formatAmount(told.allocation.interest + told.allocation.fees + told.allocation.penalties, currency),
            ],
          ],
        }
      }}
      perform={(body, idempotencyKey) => ask(lending(partnerId).prepayLoan({ loanId }, body, { idempotencyKey }))}
      doLabel="Post the prepayment"
      question={({ amount, strategy }) =>
        `${formatMoney(amount, currency)} is posted as paid. ${MEANINGS[strategy]} It can be reversed under “Transactions”.`
      }
      done="The prepayment is posted."
    />
  )
}

type Values = {
  amount: number | string
  valueDate: string
  strategy: Strategy
}

function PrepaymentFields({ form, loan }: { form: UseFormReturnType<Values>; loan: ScenarioProps['loan'] }) {
  const { balances, currency } = loan
  const field = fieldsOf(form)
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.money(
          'amount',
          'Amount',
          currency,
          `At most ${formatMoney(balances.payoffAmount, currency)}, which settles the loan.`,
          { required: true },
        )}
        {field.date('valueDate', 'Value date', 'The business date when empty.')}
      </SimpleGrid>
      <Radio.Group label="What it does to later instalments" {...form.getInputProps('strategy')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt={6}>
          {(Object.keys(STRATEGIES) as Strategy[]).map((strategy) => (
            <Radio key={strategy} value={strategy} label={STRATEGIES[strategy]} description={MEANINGS[strategy]} />
          ))}
        </SimpleGrid>
      </Radio.Group>
    </Stack>
  )
}
