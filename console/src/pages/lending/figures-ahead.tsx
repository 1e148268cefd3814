// Figures of what a form would do, asked for while it is filled in. Nothing is sent until the form is.

import { Loader, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GatewayError } from '../../api/gateway-error.ts'
import { Section } from '../../kit/page/section.tsx'
import { serverMessage } from '../../texts/server-messages.ts'
import { lendingKey } from './lending-frame.tsx'

/** After the last key that was typed. */
const PAUSE_MS = 400

export interface FiguresAheadProps<Body, Figures> {
  readonly title: string
  readonly partnerId: string
  /** What the figures are of. */
  readonly name: readonly string[]
  /** What would be sent; undefined while something is missing. */
  readonly body: Body | undefined
  /** Said while something is missing. */
  readonly missing: string
  load(body: Body): Promise<Figures>
  children(figures: Figures): ReactNode
}

export function FiguresAhead<Body, Figures>(props: FiguresAheadProps<Body, Figures>) {
  const { title, partnerId, name, body, missing, load, children } = props
  const [asked] = useDebouncedValue(body === undefined ? '' : JSON.stringify(body), PAUSE_MS)
  const query = useQuery({
    queryKey: lendingKey(partnerId, 'figures', ...name, asked),
    queryFn: () => load(JSON.parse(asked) as Body),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  // While something is missing nothing is asked, and the figures kept from before are not on their way to being replaced.
  const isStale = asked !== '' && (query.isFetching || query.isPlaceholderData)
  return (
    <Section title={title} actions={isStale && <Loader size="xs" aria-hidden />}>
      <Stack gap="xs" role="status" aria-live="polite" aria-busy={isStale}>
        {asked === '' ? (
          <Hint>{missing}</Hint>
        ) : query.error !== null ? (
          <Hint>
            {query.error instanceof GatewayError
              ? serverMessage(query.error.message)
              : 'The figures cannot be had now.'}
          </Hint>
        ) : query.data === undefined ? (
          <Hint>Computing…</Hint>
        ) : (
          children(query.data)
        )}
      </Stack>
    </Section>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}
