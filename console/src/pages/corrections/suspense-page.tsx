// What stands on the suspense accounts of an institution, by item and age.

import { Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { formatCount } from '../../kit/show/format.ts'
import { CalendarDate, Money } from '../../kit/show/values.tsx'
import { shownText } from '../../texts/mark.ts'
import { kindOfJournal } from './journal-words.ts'

type Balance = onboarding.SuspenseBalance
type Item = onboarding.SuspenseItem

export default function SuspensePage() {
  const [url, changeUrl] = useUrlState()
  // Users of an institution see one only, and have nothing to choose.
  const { data: visible } = useQuery({
    queryKey: ['institutions', 'choices', 'visible'],
    queryFn: () => ask(admin.listInstitutions({ size: 2 }, {})),
  })
  const only = visible?.totalElements === 1 ? visible.content[0]?.institutionId : undefined
  const code = url.institutionId ?? only
  return (
    <PageFrame
      title="Suspense accounts"
      description="Money of which nobody has said yet where it belongs. A correction empties it."
    >
      <InstitutionSelect
        label="Institution"
        size="sm"
        w={280}
        value={code ?? null}
        onChange={(institutionId) => changeUrl({ institutionId: institutionId ?? undefined })}
      />
      {code === undefined ? (
        <EmptyState title="Choose an institution" hint="Every institution has suspense accounts of its own." />
      ) : (
        <SuspenseOf key={code} institutionId={code} />
      )}
    </PageFrame>
  )
}

function SuspenseOf({ institutionId }: { institutionId: string }) {
  const query = useQuery({
    queryKey: ['suspense', institutionId],
    queryFn: () => ask(admin.browseSuspense({ institutionId, size: 200 })),
  })
  return (
    <Loaded query={query}>
      {({ content }) =>
        content.length === 0 ? (
          <EmptyState title="Nothing stands there" hint="All suspense accounts of the institution are empty." />
        ) : (
          <Stack gap="md">
            {content.map((balance) => (
              <SuspenseAccount key={`${balance.account} ${balance.currencyCode}`} balance={balance} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

function SuspenseAccount({
  balance: { account, currencyCode, balance, earlierAmount, items, institutionId },
}: {
  balance: Balance
}) {
  return (
    <Section
      title={`${account} · ${currencyCode}`}
      actions={
        <Allowed module="CORRECTIONS" action="CREATE">
          <LinkButton
            to="/corrections/new"
            search={{
              institutionId,
              suspenseAccount: account,
              currencyCode,
              direction: balance > 0 ? 'DEBIT' : 'CREDIT',
            }}
            variant="default"
            size="compact-sm"
          >
            Empty it
          </LinkButton>
        </Allowed>
      }
    >
      <Group gap="xs" mb="xs">
        <Text size="sm" fw={600}>
          Stands there:
        </Text>
        <Money amount={balance} currency={currencyCode} />
      </Group>
      {items.length > 0 && <Items items={items} account={account} currency={currencyCode} />}
      {earlierAmount !== 0 && (
        <Group gap="xs" mt="xs">
          <Text size="sm">From earlier months:</Text>
          <Money amount={earlierAmount} currency={currencyCode} />
        </Group>
      )}
    </Section>
  )
}

function Items({ items, account, currency }: { items: readonly Item[]; account: string; currency: string }) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table className="list" aria-label={account}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Business date</Table.Th>
            <Table.Th className="numeric">Days</Table.Th>
            <Table.Th>Posted by</Table.Th>
            <Table.Th className="numeric">Amount</Table.Th>
            <Table.Th className="numeric">Left</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={item.journalId}>
              <Table.Td data-title="Business date">
                <CalendarDate date={item.businessDate} />
              </Table.Td>
              <Table.Td data-title={shownText('Days')} className="numeric">
                {formatCount(item.ageDays)}
              </Table.Td>
              <Table.Td data-title="Posted by">
                <Poster item={item} />
              </Table.Td>
              <Table.Td data-title="Amount" className="numeric">
                <Money amount={item.amount} currency={currency} />
              </Table.Td>
              <Table.Td data-title="Left" className="numeric">
                <Money amount={item.openAmount} currency={currency} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Poster({ item: { kind, correctionId, transactionId } }: { item: Item }) {
  const words = kindOfJournal(kind)
  if (correctionId !== undefined) return <PageLink to={`/corrections/${correctionId}`}>{words}</PageLink>
  return transactionId === undefined ? words : <PageLink to={`/transactions/${transactionId}`}>{words}</PageLink>
}
