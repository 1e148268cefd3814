// When what happened to a transaction: its original, its arrival, the decision, and its reversals.

import { Text, Timeline } from '@mantine/core'
import { IconArrowBackUp, IconArrowDownCircle, IconCheck, IconHelp, IconReceipt, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageLink } from '../../kit/page/page-link.tsx'
import { formatCount, formatMoney } from '../../kit/show/format.ts'
import { Instant } from '../../kit/show/values.tsx'
import { ResponseCodeText } from './response-code-text.tsx'
import { TransactionStatus } from './transaction-status.tsx'
import { type Transaction, type TransactionDetail, typeInWords } from './transaction-words.ts'

export function TransactionTimeline({ transaction }: { transaction: TransactionDetail }) {
  const { original, reversals, partnerId, terminalId, createdAt, latencyMs, status, responseCode } = transaction
  const DecisionIcon = status === 'TIMED_OUT' ? IconHelp : status === 'DECLINED' ? IconX : IconCheck
  return (
    <Timeline bulletSize={26} lineWidth={2} active={99}>
      {original !== undefined && (
        <Timeline.Item bullet={<IconReceipt size={14} />} title="Original">
          <Related transaction={original} />
        </Timeline.Item>
      )}
      <Timeline.Item bullet={<IconArrowDownCircle size={14} />} title="Received">
        <Text size="sm">
          From {partnerId}
          {terminalId !== undefined && ` by terminal ${terminalId}`}
        </Text>
        <At>
          <Instant at={createdAt} />
        </At>
      </Timeline.Item>
      <Timeline.Item
        bullet={<DecisionIcon size={14} />}
        title={status === 'TIMED_OUT' ? 'No decision in time' : status === 'DECLINED' ? 'Declined' : 'Approved'}
      >
        <ResponseCodeText code={responseCode} />
        <At>Within {formatCount(Math.max(1, latencyMs))} ms of its arrival</At>
      </Timeline.Item>
      {reversals.map((reversal) => (
        <Timeline.Item key={reversal.id} bullet={<IconArrowBackUp size={14} />} title="Reversal">
          <Related transaction={reversal} />
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

function Related({ transaction }: { transaction: Transaction }) {
  const { id, rrn, type, amount, currencyCode = '', status, responseCode, createdAt } = transaction
  return (
    <>
      <Text size="sm" component="div">
        <PageLink to={`/transactions/${id}`}>{rrn}</PageLink> · {typeInWords(type)} ·{' '}
        {formatMoney(amount, currencyCode)} <TransactionStatus status={status} />
      </Text>
      {responseCode !== '000' && <ResponseCodeText code={responseCode} />}
      <At>
        <Instant at={createdAt} />
      </At>
    </>
  )
}

function At({ children }: { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" mt={2}>
      {children}
    </Text>
  )
}
