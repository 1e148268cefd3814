// What to do when an earlier attempt of a form was stored with other values: its reply was lost, and the form was changed.

import { Button, Group, Text } from '@mantine/core'
import type { AttemptKey } from '../../kit/attempt-key.ts'
import { PageLink } from '../../kit/page-link.tsx'
import { hasCode } from './digital-request.ts'

export interface ReusedReferenceProps {
  readonly error: unknown
  readonly attempt: AttemptKey
  /** Where records are searched by `ref`. */
  readonly list: string
  readonly search?: Readonly<Record<string, string>>
}

export function ReusedReference({ error, attempt, list, search = {} }: ReusedReferenceProps) {
  if (!hasCode(error, 'REFERENCE_REUSED')) return null
  return (
    <Group justify="space-between">
      <Text size="sm">
        <PageLink to={list} search={{ ...search, text: attempt.key }}>
          Show what the earlier attempt stored
        </PageLink>{' '}
        (reference {attempt.key}). What you see in the form was not sent.
      </Text>
      <Button size="xs" variant="default" onClick={attempt.renew}>
        This is another one: use a new reference
      </Button>
    </Group>
  )
}
