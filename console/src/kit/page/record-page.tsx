// The page of a small record: its fields in one box, what can be done with it above, and who changed it below.

import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Facts, type FactsProps } from '../show/facts.tsx'
import { MadeAndChanged, type MadeAndChangedProps } from '../show/made-and-changed.tsx'
import { StatusBadge } from '../show/values.tsx'
import { PageFrame } from './page-frame.tsx'
import { Loaded } from './record-query.tsx'
import { Section } from './section.tsx'

export interface RecordPageProps<Data> {
  /** What it is; the page's title until the record is read. */
  readonly noun: string
  /** The list above it: `['Billers', '/billers']`. */
  readonly list: readonly [label: string, to: string]
  readonly queryKey: readonly unknown[]
  load(): Promise<Data>
  titleOf(record: Data): string
  statusOf(record: Data): string
  descriptionOf?(record: Data): string
  actions(record: Data): ReactNode
  facts(record: Data): FactsProps['facts']
}

export function RecordPage<Data extends MadeAndChangedProps['record']>(props: RecordPageProps<Data>) {
  const { noun, list, queryKey, load, titleOf, statusOf, descriptionOf, actions, facts } = props
  const query = useQuery({ queryKey, queryFn: load })
  const { data } = query
  return (
    <PageFrame
      title={data === undefined ? noun : titleOf(data)}
      trail={[list]}
      badge={data !== undefined && <StatusBadge status={statusOf(data)} />}
      description={data === undefined ? undefined : descriptionOf?.(data)}
      actions={data !== undefined && actions(data)}
    >
      <Loaded query={query}>
        {(record) => (
          <Stack gap="md">
            <Section title={noun}>
              <Facts columns={2} facts={facts(record)} />
            </Section>
            <MadeAndChanged record={record} />
          </Stack>
        )}
      </Loaded>
    </PageFrame>
  )
}
