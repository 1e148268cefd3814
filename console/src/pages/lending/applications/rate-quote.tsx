// What the rate list says for an amount and a term, while a form is filled in.

import { Alert, Button, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPercentage } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { GatewayError } from '../../../api/gateway-error.ts'
import { present } from '../../../kit/list/record-list.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { lendingKey } from '../lending-frame.tsx'
import { formatRate } from '../lending-words.ts'

export interface RateQuoteProps {
  readonly partnerId: string
  readonly productCode: string
  readonly amount: number | undefined
  readonly termMonths: number | undefined
  readonly riskGrade?: string | undefined
  onUse(rate: { rateId: string; nominalRate: number }): void
}

export function RateQuote({ partnerId, productCode, amount, termMonths, riskGrade, onUse }: RateQuoteProps) {
  const may = useMay()
  const [asked] = useDebouncedValue(
    present({
      productCode,
      amount: amount !== undefined && amount > 0 ? amount : undefined,
      termMonths: termMonths !== undefined && termMonths >= 1 && termMonths <= 1200 ? termMonths : undefined,
      riskGrade,
    }),
    300,
  )
  const quote = useQuery({
    queryKey: lendingKey(partnerId, 'rate-quote', asked),
    queryFn: () => ask(lending(partnerId).getRateQuote({ ...asked, productCode: asked.productCode ?? '' })),
    enabled: productCode !== '' && asked.productCode === productCode && may('LOAN_PRODUCTS', 'VIEW'),
    placeholderData: keepPreviousData,
  })
  if (productCode === '') return null
  if (quote.error instanceof GatewayError && quote.error.status === 404) {
    return (
      <Text size="sm" c="dimmed">
        The rate list has nothing for this amount and term.
      </Text>
    )
  }
  const rate = quote.data
  if (rate === undefined || rate.productCode !== productCode) return null
  return (
    <Alert color="harbour" icon={<IconPercentage />} title="From the rate list" role="note">
      <Group justify="space-between">
        <Text size="sm">
          {formatRate(rate.nominalRate)} a year, APR without fees {formatRate(rate.indicativeApr)}
          {rate.type === 'INDEXED' && `: ${rate.index} plus ${formatRate(rate.spread ?? 0)}`}
        </Text>
        <Button size="xs" variant="default" onClick={() => onUse(rate)}>
          Use this rate
        </Button>
      </Group>
    </Alert>
  )
}
