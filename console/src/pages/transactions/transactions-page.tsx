// The search of transactions.

import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { type ListPageOf, type ListRequest, RecordList } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { ExportButton } from './exports/export-button.tsx'
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx'
import { FILTER_NAMES, filterOfUrl, urlOfFilter } from './transaction-filter.ts'
import { TransactionFilters } from './transaction-filters.tsx'
import type { Transaction, TransactionFilter } from './transaction-words.ts'

/** The gateway counts no further. */
const MOST_COUNTED = 10_000

export default function TransactionsPage() {
  const [url, changeUrl] = useUrlState()
  const filter = filterOfUrl(url)
  const isFiltered = Object.keys(filter).length > 0
  const cursor = url.cursor
  return (
    <PageFrame
      title="Transactions"
      description="Everything that terminals and partners sent, newest business date first. Requests that were refused outright (wrong format, unknown partner, gateway not ready) leave no transaction."
      actions={
        <Allowed module="TXN_EXPORT" action="EXPORT">
          <ExportButton filter={filter} />
        </Allowed>
      }
    >
      <Stack gap="md">
        <TransactionFilters
          values={Object.fromEntries(FILTER_NAMES.map((name) => [name, url[name]]))}
          onChange={(values) => changeUrl({ ...values, page: undefined, cursor: undefined })}
        />
        <RecordList<Transaction>
          label="Transactions"
          queryKey={['transactions', 'list', filter, cursor]}
          load={(request) => (cursor === undefined ? loadPage(request, filter) : loadAfter(request, filter, cursor))}
          loadFromStart={(request) => loadPage(request, filter)}
          columns={TRANSACTION_COLUMNS}
          rowKey={({ id }) => id}
          rowTo={({ id }) => `/transactions/${id}`}
          empty={
            isFiltered
              ? { title: 'Nothing matches', hint: 'No transaction fits the filters above. Remove some to see more.' }
              : {
                  title: 'No transactions yet',
                  hint: 'As soon as a terminal or a partner sends a withdrawal, a deposit or a transfer, it appears here.',
                }
          }
        />
      </Stack>
    </PageFrame>
  )
}

async function loadPage({ page, size }: ListRequest, filter: TransactionFilter): Promise<ListPageOf<Transaction>> {
  const found = await ask(admin.listTransactions({ page, size }, filter))
  if (!('totalElements' in found)) return { content: found.content, totalElements: 0, totalPages: 0 }
  const { content, totalElements, totalPages, nextCursor } = found
  if (nextCursor !== undefined)
    return { content, totalElements, totalPages, note: <SearchStopped {...{ filter, nextCursor }} /> }
  return {
    content,
    totalElements,
    totalPages,
    ...(totalElements >= MOST_COUNTED && { note: <TooMany filter={filter} /> }),
  }
}

/** From a cursor on: nothing is counted, and there is only a way forward. */
async function loadAfter(
  { size }: ListRequest,
  filter: TransactionFilter,
  cursor: string,
): Promise<ListPageOf<Transaction>> {
  // In the address an empty value would be lost, so the first page has a name.
  const found = await ask(admin.listTransactions({ size, cursor: cursor === FIRST ? '' : cursor }, filter))
  return {
    content: found.content,
    totalElements: 0,
    totalPages: 0,
    note: <Onwards {...{ filter, nextCursor: found.nextCursor }} />,
  }
}

const FIRST = 'first'

function TooMany({ filter }: { filter: TransactionFilter }) {
  return (
    <Alert color="blue" icon={<IconInfoCircle />} title="More than 10,000 transactions match">
      <Text size="sm">
        Only the newest 10,000 are counted and can be paged through here. Narrow the search with a date, an account or a
        terminal; or leaf through all of them without counting; or export them to a file.
      </Text>
      <LinkButton
        mt="sm"
        size="xs"
        variant="default"
        to="/transactions"
        search={{ ...urlOfFilter(filter), cursor: FIRST }}
      >
        Leaf through without counting
      </LinkButton>
    </Alert>
  )
}

function SearchStopped({ filter, nextCursor }: { filter: TransactionFilter; nextCursor: string }) {
  return (
    <Alert color="yellow" icon={<IconInfoCircle />} title="The search took long and has stopped for now">
      <Text size="sm">
        What was found so far is shown. There may be more further back: search on from there, or narrow the search with
        a business date.
      </Text>
      <LinkButton
        mt="sm"
        size="xs"
        variant="default"
        to="/transactions"
        search={{ ...urlOfFilter(filter), cursor: nextCursor }}
      >
        Search further back
      </LinkButton>
    </Alert>
  )
}

function Onwards(props: { filter: TransactionFilter; nextCursor: string | undefined }) {
  const { filter, nextCursor } = props
  const search = urlOfFilter(filter)
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {nextCursor === undefined
          ? 'This is the end: there is nothing older.'
          : 'Older ones follow. They are not counted.'}
      </Text>
      <Group gap="xs">
        <LinkButton size="xs" variant="default" to="/transactions" search={search}>
          Back to the newest
        </LinkButton>
        {nextCursor !== undefined && (
          <LinkButton size="xs" variant="default" to="/transactions" search={{ ...search, cursor: nextCursor }}>
            Older
          </LinkButton>
        )}
      </Group>
    </Group>
  )
}
