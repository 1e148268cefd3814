// The page of a small record: its fields in one box, what can be done with it above, and who changed it below.

import { Stack } from '@mantine/core'
import { Facts, type FactsProps } from '../show/facts.tsx'
import { MadeAndChanged, type MadeAndChangedProps } from '../show/made-and-changed.tsx'
import { RecordFrame, type RecordFrameProps } from './record-frame.tsx'
import { Section } from './section.tsx'

export interface RecordPageProps<Data> extends Omit<RecordFrameProps<Data>, 'children'> {
  facts(record: Data): FactsProps['facts']
}

export function RecordPage<Data extends MadeAndChangedProps['record']>({ facts, ...props }: RecordPageProps<Data>) {
  return (
    <RecordFrame {...props}>
      {(record) => (
        <Stack gap="md">
          <Section title={props.noun}>
            <Facts columns={2} facts={facts(record)} />
          </Section>
          <MadeAndChanged record={record} />
        </Stack>
      )}
    </RecordFrame>
  )
}
