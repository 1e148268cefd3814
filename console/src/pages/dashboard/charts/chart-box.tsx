// A chart with the same figures as a table.

import { Box, Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '../../../kit/page/section.tsx'

export interface ChartBoxProps {
  readonly title: string
  readonly description?: ReactNode
  readonly chart: ReactNode
  readonly table: ReactNode
}

export function ChartBox({ title, description, chart, table }: ChartBoxProps) {
  const [isTable, setTable] = useState(false)
  return (
    <Section
      title={title}
      description={description}
      actions={
        <Switch
          className="screen-only"
          size="sm"
          label="Show as table"
          aria-label={`Show as table: ${title}`}
          checked={isTable}
          onChange={(event) => setTable(event.currentTarget.checked)}
        />
      }
    >
      {isTable ? (
        <Box className="scrolls" tabIndex={0} role="region" aria-label={`${title} as a table`}>
          {table}
        </Box>
      ) : (
        chart
      )}
    </Section>
  )
}
