// The exports that the user has started, with their progress and their files.

import { Stack, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useState } from 'react'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { Instant } from '../../../kit/show/values.tsx'
import { filterInWords } from '../transaction-filter.ts'
import { ExportActions } from './export-actions.tsx'
import { ExportProgress } from './export-progress.tsx'
import { FORMATS, formatBytes, isUnfinished, keptFor, type TransactionExport } from './export-words.ts'
import { useKeepDays } from './keep-days.ts'

/** While something is being written, and otherwise. */
const BUSY_MS = 1_000
const IDLE_MS = 30_000

export default function ExportsPage() {
  const [isBusy, setBusy] = useState(true)
  const keepDays = useKeepDays()
  return (
    <ListPage<TransactionExport>
      title="Exports"
      description={`Files of transactions that you asked for. Only you see them. They are deleted ${keptFor(keepDays)} after they are done, which the property export.keep-days sets.`}
      actions={
        <LinkButton to="/transactions" variant="default" leftSection={<IconFileExport size={16} />}>
          Choose transactions to export
        </LinkButton>
      }
      queryKey={['exports']}
      load={async ({ page, size }) => {
        const exports = await ask(admin.browseTransactionExports({ page, size }))
        setBusy(exports.content.some(isUnfinished))
        return exports
      }}
      refreshEveryMs={isBusy ? BUSY_MS : IDLE_MS}
      columns={[
        {
          title: 'Started',
          render: ({ createdAt }) => <Instant at={createdAt} />,
          width: 190,
        },
        { title: 'File format', render: ({ format }) => FORMATS[format].label, width: 130 },
        { title: 'Which transactions', render: ({ filter }) => <FilterText filter={filter} /> },
        { title: 'Progress', render: (one) => <ExportProgress export={one} />, width: 250 },
        {
          title: 'Size',
          numeric: true,
          render: ({ bytes }) => (bytes === undefined ? '—' : formatBytes(bytes)),
          width: 90,
        },
      ]}
      rowKey={({ id }) => id}
      rowActions={(one) => <ExportActions export={one} />}
      empty={{
        title: 'No exports',
        hint: 'Search for transactions, then press “Export” there. Files of the last days are kept here.',
      }}
    />
  )
}

function FilterText({ filter }: { filter: TransactionExport['filter'] }) {
  const parts = filterInWords(filter)
  if (parts.length === 0) return 'All'
  return (
    <Stack gap={0}>
      {parts.map((part) => (
        <Text key={part} size="sm">
          {part}
        </Text>
      ))}
    </Stack>
  )
}
