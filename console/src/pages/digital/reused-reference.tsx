// What to do when an earlier attempt of a form was stored with other values: its reply was lost, and the form was changed.

import { Button, Group, Text } from '@mantine/core'
import type { AttemptKey } from '../../kit/form/attempt-key.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { hasCode } from './digital-request.ts'

export interface ReusedReferenceProps {
  /** State of the form. */
  readonly state: { readonly error: unknown; clearError(): void }
  readonly attempt: AttemptKey
  /** Where records are searched by their reference. */
  readonly list: string
  readonly search?: Readonly<Record<string, string>>
}

export function ReusedReference({ state, attempt, list, search = {} }: ReusedReferenceProps) {
  if (!hasCode(state.error, 'REFERENCE_REUSED')) return null
  const reference = attempt.key()
  return (
    <Group justify="space-between">
      <Text size="sm">
        <PageLink to={list} search={{ ...search, text: reference }}>
          Show what the earlier attempt stored
        </PageLink>{' '}
        (reference {reference}). What you see in the form was not sent.
      </Text>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          attempt.renew()
          state.clearError()
        }}
      >
        This is another one: use a new reference
      </Button>
    </Group>
  )
}
