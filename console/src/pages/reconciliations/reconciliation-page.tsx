// One reconciliation: how its file and the books compare, and every difference.

import { Stack, Table } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { present, RecordList } from '../../kit/list/record-list.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { CalendarDate, Id, Instant, Money } from '../../kit/show/values.tsx'
import {
  DIFFERENCE_CHOICES,
  type Difference,
  type DifferenceKind,
  differenceInWords,
  isAtWork,
  type Reconciliation,
} from './reconciliation-words.ts'

const REFRESH_MS = 1_000

export default function ReconciliationPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Reconciliation"
      list={['Reconciliations', '/reconciliations']}
      queryKey={['reconciliations', id]}
      load={() => ask(admin.getReconciliation({ id }))}
      refreshEveryMs={(record) => record !== undefined && isAtWork(record) && REFRESH_MS}
      frame={({ source, state, error }) => ({ title: source, status: state, description: error })}
    >
      {(record) => (
        <Stack gap="md">
          <Section title="The file">
            <Facts columns={2} facts={factsOf(record)} />
          </Section>
          {record.result !== undefined && <Result result={record.result} />}
          {record.result !== undefined && <Differences id={id} />}
          <MadeAndChanged record={record} />
        </Stack>
      )}
    </RecordFrame>
  )
}

function factsOf(record: Reconciliation): React.ComponentProps<typeof Facts>['facts'] {
  const { mapping } = record
  return [
    ['Institution', record.institutionId],
    ['Business date', <CalendarDate key="date" date={record.businessDate} />],
    ['Format', record.format],
    ['Columns', Object.keys(mapping).length === 0 ? '—' : <Id key="mapping">{JSON.stringify(mapping)}</Id>],
    ['Lines', formatCount(record.lines)],
    ['Bytes', formatCount(record.bytes)],
    ['Entries not booked yet', formatCount(record.leftOut)],
    ['Ended', record.finishedAt === undefined ? '—' : <Instant key="ended" at={record.finishedAt} />],
    ['Has the same file as', <Other key="same" id={record.sameAs} />],
    ['Replaced by', <Other key="by" id={record.replacedBy} />],
  ]
}

function Other({ id }: { id: string | undefined }) {
  return id === undefined ? <>—</> : <PageLink to={`/reconciliations/${id}`}>{id}</PageLink>
}

function Result({ result }: { result: NonNullable<Reconciliation['result']> }) {
  return (
    <Section title="What was found">
      <Facts
        columns={2}
        facts={[
          ['Matched lines', formatCount(result.matched)],
          ['Of them of another date', formatCount(result.otherDate)],
          ['Orders of the date', formatCount(result.orders)],
          ['Missing here', formatCount(result.missingHere)],
          ['Missing there', formatCount(result.missingThere)],
          ['Amounts differ', formatCount(result.different)],
          ['Lines repeated in the file', formatCount(result.duplicates)],
        ]}
      />
      <Table.ScrollContainer minWidth={640}>
        <Table className="list" aria-label="Sums">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Currency</Table.Th>
              <Table.Th className="numeric">Debits there</Table.Th>
              <Table.Th className="numeric">Debits here</Table.Th>
              <Table.Th className="numeric">Credits there</Table.Th>
              <Table.Th className="numeric">Credits here</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {result.sums.map(({ currencyCode, theirDebits, ourDebits, theirCredits, ourCredits }) => (
              <Table.Tr key={currencyCode}>
                <Table.Td>{currencyCode}</Table.Td>
                {[theirDebits, ourDebits, theirCredits, ourCredits].map((amount, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a row.
                  <Table.Td key={place} className="numeric">
                    <Money amount={amount} currency={currencyCode} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}

function Differences({ id }: { id: string }) {
  return (
    <Section title="Differences">
      <RecordList<Difference>
        label="Differences"
        queryKey={['reconciliations', id, 'differences']}
        load={({ page, size, filters: { kind } }) =>
          ask(admin.browseReconciliationDifferences({ id, ...present({ page, size, kind: kind as DifferenceKind }) }))
        }
        columns={[
          { title: 'Difference', render: ({ kind }) => differenceInWords(kind) },
          { title: 'Line', numeric: true, render: ({ line }) => (line === undefined ? '—' : formatCount(line)) },
          { title: 'RRN', render: ({ rrn }) => <Id>{rrn}</Id> },
          { title: 'Sign', render: ({ sign }) => sign },
          {
            title: 'There',
            numeric: true,
            render: ({ theirAmount, currencyCode }) =>
              theirAmount === undefined ? '—' : <Money amount={theirAmount} currency={currencyCode} />,
          },
          {
            title: 'Here',
            numeric: true,
            render: ({ ourAmount, currencyCode }) =>
              ourAmount === undefined ? '—' : <Money amount={ourAmount} currency={currencyCode} />,
          },
          {
            title: 'Exception',
            render: ({ exceptionId, rrn }) =>
              exceptionId === undefined ? (
                '—'
              ) : (
                <PageLink to="/transactions/exceptions" search={{ kind: 'RECONCILIATION', search: rrn }}>
                  Look at it
                </PageLink>
              ),
          },
        ]}
        filters={[{ kind: 'choice', name: 'kind', label: 'Difference', choices: DIFFERENCE_CHOICES, width: 240 }]}
        rowKey={({ seq }) => String(seq)}
        empty={{ title: 'Nothing differs', hint: 'The file and the books agree.' }}
      />
    </Section>
  )
}
