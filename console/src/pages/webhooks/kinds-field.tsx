// The kinds of events that a webhook gets.

import { type ChosenValuesProps, GroupedCheckboxes } from '../../kit/choices/grouped-checkboxes.tsx'
import { type EventKind, KIND_GROUPS } from './webhook-words.ts'

export function KindsField(props: ChosenValuesProps<EventKind>) {
  return <GroupedCheckboxes label="Kinds" groups={KIND_GROUPS} {...props} />
}
