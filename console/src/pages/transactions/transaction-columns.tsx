// The columns of lists of transactions.

import { Stack, Text } from '@mantine/core'
import type { Column } from '../../kit/list/record-list.tsx'
import { isOnDate } from '../../kit/show/format.ts'
import { CalendarDate, Id, Instant, Money } from '../../kit/show/values.tsx'
import { ResponseCodeText } from './response-code-text.tsx'
import { TransactionStatus } from './transaction-status.tsx'
import { isInquiry, type Transaction, typeInWords } from './transaction-words.ts'

export const TRANSACTION_COLUMNS: readonly Column<Transaction>[] = [
  { title: 'RRN', render: ({ rrn }) => <Id>{rrn}</Id> },
  {
    title: 'What',
    render: (transaction) => (
      <Stack gap={0}>
        <Text size="sm">{typeInWords(transaction.type)}</Text>
        <Text size="xs" c="dimmed">
          {accountsInWords(transaction)}
        </Text>
      </Stack>
    ),
  },
  {
    title: 'Amount',
    numeric: true,
    render: ({ type, amount, currencyCode }) =>
      isInquiry(type) ? '—' : <Money amount={amount} currency={currencyCode} />,
  },
  {
    title: 'Outcome',
    render: ({ status, responseCode }) => (
      <Stack gap={2} align="flex-start">
        <TransactionStatus status={status} />
        {responseCode !== '000' && <ResponseCodeText code={responseCode} />}
      </Stack>
    ),
  },
  {
    title: 'Where',
    render: ({ institutionId, terminalId }) => (
      <Stack gap={0}>
        <Text size="sm">{institutionId}</Text>
        <Text size="xs" c="dimmed">
          {terminalId ?? 'No terminal'}
        </Text>
      </Stack>
    ),
  },
  {
    title: 'Recorded',
    render: ({ createdAt, businessDate }) => (
      <Stack gap={0}>
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          <Instant at={createdAt} />
        </Text>
        {/* Mostly the same day. */}
        {!isOnDate(createdAt, businessDate) && (
          <Text size="xs" c="dimmed">
            Business date <CalendarDate date={businessDate} />
          </Text>
        )}
      </Stack>
    ),
  },
]

function accountsInWords({ accountId, beneficiaryAccountId, billerId, maskedPan }: Transaction): string {
  if (accountId === undefined) return maskedPan === undefined ? 'No account' : `Card ${maskedPan}`
  if (beneficiaryAccountId !== undefined) return `${accountId} to ${beneficiaryAccountId}`
  if (billerId !== undefined) return `${accountId} to biller ${billerId}`
  return `Account ${accountId}`
}
