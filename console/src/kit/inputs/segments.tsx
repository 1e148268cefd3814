// One of a few choices, side by side; below each other where they would not fit.

import { SegmentedControl, type SegmentedControlProps, useMatches } from '@mantine/core'

export function Segments(props: SegmentedControlProps) {
  const orientation = useMatches({ base: 'vertical', sm: 'horizontal' } as const)
  return <SegmentedControl maw="100%" orientation={orientation} {...props} />
}
