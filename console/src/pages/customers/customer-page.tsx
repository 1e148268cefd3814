// One customer: accounts, cards and those that are stopped, loans, tokens, last transactions and open exceptions, as far as the reader's role shows them.

import { Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { RecordLink } from '../../kit/page/record-link.tsx'
import { Id, Instant, Money, StatusBadge } from '../../kit/show/values.tsx'
import { apiValue } from '../../texts/mark.ts'
import { reasonInWords, stateColor } from '../hot-cards/hot-card-words.ts'
import { amountOf, shownSubject } from '../transactions/exceptions/exception-words.ts'
import { KindBadge } from '../transactions/exceptions/kind-badge.tsx'
import { TransactionStatus } from '../transactions/transaction-status.tsx'
import { typeInWords } from '../transactions/transaction-words.ts'
import { AccountTypeName } from './account-type-name.tsx'
import { accountColor, balanceOf } from './customer-words.ts'
import { PartTable } from './part-table.tsx'

type Customer = onboarding.Customer

export default function CustomerPage() {
  const institutionId = usePathParameter('institutionId')
  const customerId = usePathParameter('customerId')
  return (
    <RecordFrame
      noun="Customer"
      list={['Accounts', '/accounts']}
      queryKey={['customers', institutionId, customerId]}
      load={() => ask(admin.getCustomer({ institutionId, customerId }))}
      frame={(customer) => ({
        title: customer.customerId,
        description: `Customer of ${institutionId}`,
      })}
    >
      {(customer) => (
        <Stack gap="md">
          <Exceptions customer={customer} />
          <Accounts customer={customer} />
          <HotCards customer={customer} />
          <Cards customer={customer} />
          <Loans customer={customer} />
          <DigitalAccounts customer={customer} />
          <Transactions customer={customer} />
        </Stack>
      )}
    </RecordFrame>
  )
}

interface PartProps {
  readonly customer: Customer
}

function Exceptions({ customer: { exceptions, hasMore } }: PartProps) {
  if (exceptions === undefined) return null
  return (
    <PartTable
      title="Open exceptions"
      rows={exceptions}
      rowKey={({ id }) => id}
      none="Nothing of this customer waits for a decision."
      hasMore={hasMore.includes('exceptions')}
      columns={[
        { title: 'Kind', render: ({ kind }) => <KindBadge kind={kind} /> },
        {
          title: 'What',
          render: (exception) => {
            const { name, path } = shownSubject(exception)
            return <PageLink to={path}>{name}</PageLink>
          },
        },
        {
          title: 'Amount',
          numeric: true,
          render: (exception) => {
            const money = amountOf(exception)
            return money === undefined ? '—' : <Money {...money} />
          },
        },
        { title: 'Since', render: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
    />
  )
}

function Accounts({ customer: { accounts, hasMore } }: PartProps) {
  return (
    <PartTable
      title="Accounts"
      rows={accounts}
      rowKey={({ id }) => id}
      none="The customer has no account at this institution."
      hasMore={hasMore.includes('accounts')}
      columns={[
        { title: 'Account', render: ({ id, accountId }) => <PageLink to={`/accounts/${id}`}>{accountId}</PageLink> },
        { title: 'Description', render: ({ description }) => description },
        { title: 'Type', render: (account) => <AccountTypeName account={account} /> },
        {
          title: 'Balance',
          numeric: true,
          render: (account) => (
            <Money amount={balanceOf(account, apiValue('Balance'))} currency={account.currencyCode} />
          ),
        },
        {
          title: 'Status',
          render: ({ status }) => <StatusBadge status={status} color={accountColor(status)} />,
        },
      ]}
    />
  )
}

/** Only where there are some: what is stopped must be seen at once. */
function HotCards({ customer: { hotCards, hasMore } }: PartProps) {
  if (hotCards.length === 0) return null
  return (
    <PartTable
      title="Hot cards"
      rows={hotCards}
      rowKey={({ id }) => id}
      none="No card is stopped"
      hasMore={hasMore.includes('hotCards')}
      columns={[
        { title: 'Card', render: ({ id, maskedPan }) => <PageLink to={`/hot-cards/${id}`}>{maskedPan}</PageLink> },
        { title: 'Reason', render: ({ reason }) => reasonInWords(reason) },
        { title: 'Note', render: ({ note }) => note ?? '—' },
        { title: 'Stopped', render: ({ createdAt }) => <Instant at={createdAt} /> },
        { title: 'Status', render: ({ state }) => <StatusBadge status={state} color={stateColor(state)} /> },
      ]}
    />
  )
}

function Cards({ customer: { institutionId, cards, hasMore } }: PartProps) {
  return (
    <PartTable
      title="Cards"
      rows={cards}
      rowKey={({ id }) => id}
      none="The customer has no card of this institution."
      actions={
        <Allowed module="CARDS" action="ACTIVATE">
          <LinkButton to="/hot-cards/new" search={{ institutionId }} variant="default" size="xs">
            Stop a card
          </LinkButton>
        </Allowed>
      }
      hasMore={hasMore.includes('cards')}
      columns={[
        {
          title: 'Card',
          render: ({ id, maskedPan }) => (
            <RecordLink resource="card" id={id}>
              {maskedPan}
            </RecordLink>
          ),
        },
        { title: 'Accounts', render: ({ accountIds }) => accountIds.join(', ') },
        { title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
      ]}
    />
  )
}

function Loans({ customer: { loans, hasMore } }: PartProps) {
  if (loans === undefined) return null
  return (
    <PartTable
      title="Loans"
      rows={loans}
      rowKey={({ loanId }) => loanId}
      none="No partner that you act for has lent to this customer."
      hasMore={hasMore.includes('loans')}
      columns={[
        {
          title: 'Loan',
          render: ({ loanId, productCode, partnerId }) => (
            <PageLink to={`/lending/loans/${loanId}`} search={{ partner: partnerId }}>
              {productCode}
            </PageLink>
          ),
        },
        { title: 'Partner', render: ({ partnerId }) => <Id>{partnerId}</Id> },
        {
          title: 'Principal',
          numeric: true,
          render: ({ principal, currencyCode }) => <Money amount={principal} currency={currencyCode} />,
        },
        { title: 'Made', render: ({ createdAt }) => <Instant at={createdAt} /> },
        { title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
      ]}
    />
  )
}

function DigitalAccounts({ customer: { digitalAccounts, hasMore } }: PartProps) {
  if (digitalAccounts === undefined) return null
  return (
    <PartTable
      title="Token accounts"
      rows={digitalAccounts}
      rowKey={({ accountId }) => accountId}
      none="No token account pays into an account of this customer."
      hasMore={hasMore.includes('digitalAccounts')}
      columns={[
        {
          title: 'Account',
          render: ({ accountId, label, partnerId }) => (
            <PageLink to={`/digital/accounts/${accountId}`} search={{ partner: partnerId }}>
              {label ?? accountId}
            </PageLink>
          ),
        },
        { title: 'Partner', render: ({ partnerId }) => <Id>{partnerId}</Id> },
        { title: 'Currency', render: ({ currencyCode }) => currencyCode },
        { title: 'Pays into', render: ({ linkedAccountId }) => <Id>{linkedAccountId}</Id> },
        { title: 'State', render: ({ state }) => <StatusBadge status={state} /> },
      ]}
    />
  )
}

function Transactions({ customer: { transactions } }: PartProps) {
  if (transactions === undefined) return null
  return (
    <PartTable
      title="Last transactions"
      rows={transactions}
      rowKey={({ id }) => id}
      none="Nothing was ordered on these accounts yet."
      columns={[
        { title: 'RRN', render: ({ id, rrn }) => <PageLink to={`/transactions/${id}`}>{rrn}</PageLink> },
        { title: 'What', render: ({ type }) => typeInWords(type) },
        { title: 'Account', render: ({ accountId }) => <Id>{accountId}</Id> },
        {
          title: 'Amount',
          numeric: true,
          render: ({ amount, currencyCode }) => <Money amount={amount} currency={currencyCode} />,
        },
        { title: 'Outcome', render: ({ status }) => <TransactionStatus status={status} /> },
        { title: 'Recorded', render: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
    />
  )
}
