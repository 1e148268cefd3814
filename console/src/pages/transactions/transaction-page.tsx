// One transaction: what happened, when, what was posted, and what it belongs to.

import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { RecordLink } from '../../kit/page/record-link.tsx'
import { Section } from '../../kit/page/section.tsx'
import { CopiedId } from '../../kit/show/copied-id.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { JsonView } from '../../kit/show/json-view.tsx'
import { CalendarDate, Id, Instant, Money } from '../../kit/show/values.tsx'
import { type ModuleId, useMay } from '../../session/entitlements.ts'
import { CorrectionsOfTransaction } from './corrections-of-transaction.tsx'
import { ExceptionOfTransaction } from './exceptions/exception-of-transaction.tsx'
import { PostingsTable } from './postings-table.tsx'
import { ResponseCodeSection } from './response-code-section.tsx'
import { TransactionStatus } from './transaction-status.tsx'
import { storyOf } from './transaction-story.ts'
import { TransactionTimeline } from './transaction-timeline.tsx'
import { isInquiry, isReversal, type TransactionDetail, typeInWords } from './transaction-words.ts'

export default function TransactionPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Transaction"
      list={['Transactions', '/transactions']}
      queryKey={['transactions', id]}
      load={() => ask(admin.getTransaction({ id }))}
      frame={(transaction) => ({
        title: `${typeInWords(transaction.type)} ${transaction.rrn}`,
        badge: <TransactionStatus status={transaction.status} />,
        description: storyOf(transaction),
      })}
    >
      {(transaction) => <Transaction transaction={transaction} />}
    </RecordFrame>
  )
}

function Transaction({ transaction }: { transaction: TransactionDetail }) {
  const { type, responseCode, response, postings } = transaction
  return (
    <>
      <ExceptionOfTransaction transaction={transaction} />
      <ResponseCodeSection code={responseCode} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="What happened">
          <TransactionTimeline transaction={transaction} />
        </Section>
        {!isInquiry(type) && <Amounts transaction={transaction} />}
      </SimpleGrid>
      <Section title="Postings" description="The lines of the journal: what was moved between which accounts.">
        {postings.length === 0 ? (
          <Text size="sm" c="dimmed">
            {nothingPosted(transaction)}
          </Text>
        ) : (
          <PostingsTable postings={postings} />
        )}
      </Section>
      <CorrectionsOfTransaction transaction={transaction} />
      <Details transaction={transaction} />
      <Section
        title="Stored response"
        description="What the caller received, and receives again if it repeats the request."
      >
        {response === undefined ? (
          <Text size="sm" c="dimmed">
            {isInquiry(type) ? 'Responses of inquiries are not kept.' : 'There is none while the outcome is not known.'}
          </Text>
        ) : (
          <JsonView value={response} label="stored response" />
        )}
      </Section>
    </>
  )
}

function nothingPosted({ type, status }: TransactionDetail): string {
  if (isInquiry(type)) return 'An inquiry posts nothing.'
  if (status === 'DECLINED') return 'It was declined, so nothing was posted.'
  if (status === 'TIMED_OUT') return 'Nothing was posted here: the outcome is not known.'
  return 'Nothing was posted here: a remote core keeps the books of this account, or the original never came.'
}

function Amounts({ transaction }: { transaction: TransactionDetail }) {
  const { type, status, amount, accessFee, reversedAmount, currencyCode } = transaction
  const money = (value: number) => <Money amount={value} currency={currencyCode} />
  return (
    <Section title="Amounts">
      <Facts
        columns={2}
        facts={[
          ['Amount', money(amount)],
          ['Access fee, included', money(accessFee)],
          !isReversal(type) && ['Reversed so far', money(reversedAmount)],
          !isReversal(type) && ['After reversals', money(status === 'DECLINED' ? 0 : amount - reversedAmount)],
        ]}
      />
    </Section>
  )
}

function Details({ transaction }: { transaction: TransactionDetail }) {
  const { institutionId, partnerId, terminalId, billerId, accountId, beneficiaryAccountId } = transaction
  const ofAccount = (account: string | undefined) =>
    account && (
      <PageLink to="/transactions" search={{ accountId: account, institutionId }}>
        {account}
      </PageLink>
    )
  return (
    <Section title="Details">
      <Stack gap="lg">
        <Facts
          facts={[
            ['Institution', <Linked key="i" module="INSTITUTIONS" to="/institutions" id={institutionId} />],
            ['Partner', <Linked key="p" module="PARTNERS" to="/partners" id={partnerId} />],
            ['Terminal', terminalId && <Linked key="t" module="TERMINALS" to="/terminals" id={terminalId} />],
            ['Account', ofAccount(accountId)],
            beneficiaryAccountId !== undefined && ['To account', beneficiaryAccountId],
            billerId !== undefined && ['Biller', billerId],
            transaction.stopId !== undefined && [
              'Stopped by',
              <RecordLink key="stop" resource="stop" id={transaction.stopId}>
                <Id>{transaction.stopId}</Id>
              </RecordLink>,
            ],
            ['Card', transaction.maskedPan],
            ['Authorization id', <Id key="auth">{transaction.authId}</Id>],
            ['Business date', <CalendarDate key="date" date={transaction.businessDate} />],
            ['Recorded', <Instant key="at" at={transaction.createdAt} />],
          ]}
        />
        <Facts
          columns={2}
          facts={[
            ['Correlation id', <CopiedId key="c" id={transaction.correlationId} label="correlation id" />],
            ['Transaction id', <CopiedId key="id" id={transaction.id} label="transaction id" />],
          ]}
        />
      </Stack>
    </Section>
  )
}

/** Records of other areas are found by their code. */
function Linked({ module, to, id }: { module: ModuleId; to: string; id: string }): ReactNode {
  const may = useMay()
  if (!may(module, 'VIEW')) return id
  return (
    <PageLink to={to} search={{ search: id }}>
      {id}
    </PageLink>
  )
}
