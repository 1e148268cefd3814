// One account: its balances, holds and cards, what was posted to it, and what can be done with it.

import { Stack, Table, Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { UrlTabs } from '../../kit/page/url-tabs.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { CalendarDate, CodeAndName, Money, StatusBadge } from '../../kit/show/values.tsx'
import { apiValue, shownText } from '../../texts/mark.ts'
import { AccountActions } from './account-actions.tsx'
import { useNamesOf } from './account-codes.ts'
import { AccountEntries } from './account-entries.tsx'
import { CustomerLink } from './customer-link.tsx'
import { type Account, accountColor, balanceOf } from './customer-words.ts'

export default function AccountPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Account"
      list={['Accounts', '/accounts']}
      queryKey={['accounts', id]}
      load={() => ask(admin.getAccount({ id }))}
      frame={(account) => ({
        title: account.accountId,
        badge: <StatusBadge status={account.status} color={accountColor(account.status)} />,
        description: account.statusReason ?? account.description,
        actions: <AccountActions account={account} />,
      })}
    >
      {(account) => (
        <UrlTabs
          label="Account"
          tabs={[
            { value: 'overview', label: 'Overview', content: <Overview account={account} /> },
            { value: 'entries', label: 'Entries', content: <AccountEntries account={account} /> },
          ]}
        />
      )}
    </RecordFrame>
  )
}

function Overview({ account }: { account: Account }) {
  const { currencyCode: currency } = account
  const names = useNamesOf(account)
  const due = account.balances.find(({ type }) => type === 'PaymentDue')
  return (
    <Stack gap="md">
      <Section title="Account">
        <Facts
          columns={2}
          facts={[
            [
              'Institution',
              <PageLink key="institution" to={`/institutions/${account.institutionId}`}>
                {account.institutionId}
              </PageLink>,
            ],
            ['Customer', <CustomerLink key="customer" {...account} />],
            ['Description', account.description],
            ['Type', <CodeAndName key="type" code={account.accountType} name={names.accountType} />],
            ['Branch', <CodeAndName key="branch" code={account.branchId} name={names.branch} />],
            ['Capability', <CodeAndName key="capability" code={account.txnCapability} name={names.capability} />],
            [
              shownText('Balance'),
              <Money key="balance" amount={balanceOf(account, apiValue('Balance'))} currency={currency} />,
            ],
            [
              shownText('Available'),
              <Money key="available" amount={balanceOf(account, apiValue('Available'))} currency={currency} />,
            ],
            ['Overdraft', <Money key="overdraft" amount={account.overdraft} currency={currency} />],
            [
              'Risk flag',
              account.riskFlag === undefined ? '—' : <StatusBadge key="risk" status={account.riskFlag} color="red" />,
            ],
            ...(due === undefined
              ? []
              : ([['Payment due', <Money key="due" amount={due.amount} currency={currency} />]] as const)),
          ]}
        />
      </Section>
      <Section title="Holds">
        <Holds account={account} />
      </Section>
      <Section title="Cards">
        <Cards account={account} />
      </Section>
      <MadeAndChanged record={account} />
    </Stack>
  )
}

function Holds({ account: { holds, currencyCode } }: { account: Account }) {
  if (holds.length === 0) return <Text size="sm">Nothing is held: the whole balance is available.</Text>
  return (
    <Table aria-label="Holds">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Released on</Table.Th>
          <Table.Th className="numeric">Amount</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {holds.map(({ amount, releaseOn }, at) => (
          <Table.Tr key={`${releaseOn} ${amount} ${String(at)}`}>
            <Table.Td>
              <CalendarDate date={releaseOn} />
            </Table.Td>
            <Table.Td className="numeric">
              <Money amount={amount} currency={currencyCode} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Cards({ account: { cards } }: { account: Account }) {
  if (cards.length === 0) return <Text size="sm">No card can be used with this account.</Text>
  return (
    <Table aria-label="Cards">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Card</Table.Th>
          <Table.Th>Status</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cards.map(({ id, maskedPan, status }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <PageLink to={`/cards/${id}`}>{maskedPan}</PageLink>
            </Table.Td>
            <Table.Td>
              <StatusBadge status={status} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
