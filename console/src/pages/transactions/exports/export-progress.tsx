// How far an export is.

import { Progress, Stack, Text } from '@mantine/core'
import { formatCount } from '../../../kit/show/format.ts'
import { StatusBadge } from '../../../kit/show/values.tsx'
import { isUnfinished, type TransactionExport } from './export-words.ts'

export function ExportProgress({ export: one }: { export: TransactionExport }) {
  const { state, rows, percent, error } = one
  return (
    <Stack gap={4} align="stretch">
      <Text size="sm" component="div">
        <StatusBadge status={state} /> {state === 'QUEUED' ? 'Waits for its turn' : `${formatCount(rows)} rows`}
        {isUnfinished(one) && state !== 'QUEUED' && `, about ${percent}%`}
      </Text>
      {state !== 'FAILED' && (
        <Progress.Root size="sm">
          <Progress.Section
            value={percent}
            color={state === 'DONE' ? 'green' : 'blue'}
            aria-label="Progress of the export"
            animated={state === 'RUNNING'}
          />
        </Progress.Root>
      )}
      {error !== undefined && (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
    </Stack>
  )
}
