// How far a job on exceptions is.

import { Progress, Stack, Text } from '@mantine/core'
import { formatCount } from '../../../../kit/show/format.ts'
import { StatusBadge } from '../../../../kit/show/values.tsx'
import { serverMessage } from '../../../../texts/server-messages.ts'
import { type ExceptionJob, isUnfinished } from './work-words.ts'

export function JobProgress({ job }: { job: ExceptionJob }) {
  const { state, total, done, skipped, error } = job
  return (
    <Stack gap={4} align="stretch">
      <Text size="sm" component="div">
        <StatusBadge status={state} /> {formatCount(done)} of {formatCount(total)}
        {skipped > 0 && `, ${formatCount(skipped)} skipped`}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section
          value={total === 0 ? 0 : (100 * (done + skipped)) / total}
          color={state === 'DONE' ? 'green' : 'blue'}
          aria-label="Progress of the job"
          animated={isUnfinished(job)}
        />
      </Progress.Root>
      {error !== undefined && (
        <Text size="xs" c="red">
          {serverMessage(error)}
        </Text>
      )}
    </Stack>
  )
}
