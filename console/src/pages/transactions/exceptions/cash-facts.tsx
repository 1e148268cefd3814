// The count that found more or less in a terminal than was expected.

import { Group, Stack } from '@mantine/core'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { Instant, Money } from '../../../kit/show/values.tsx'
import type { TransactionException } from './exception-words.ts'

export function CashFacts({ exception }: { exception: TransactionException }) {
  const { id, institutionId, cash, state } = exception
  if (cash === undefined) return null
  const { terminalId, reference, counted, expected, difference, currencyCode, at } = cash
  return (
    <Stack gap="sm">
      <Facts
        columns={2}
        facts={[
          ['Terminal', terminalId],
          ['Reference', reference],
          ['Counted', <Money key="counted" amount={counted} currency={currencyCode} />],
          ['Expected', <Money key="expected" amount={expected} currency={currencyCode} />],
          ['Difference', <Money key="difference" amount={difference} currency={currencyCode} />],
          ['When', <Instant key="at" at={at} />],
        ]}
      />
      {state === 'OPEN' && (
        <Allowed module="CORRECTIONS" action="CREATE">
          <Group>
            <LinkButton
              to="/corrections/new"
              search={{ institutionId, exceptionId: id, currencyCode }}
              variant="default"
              size="compact-sm"
            >
              Correct an account
            </LinkButton>
          </Group>
        </Allowed>
      )}
    </Stack>
  )
}
