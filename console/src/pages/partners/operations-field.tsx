// The operations of account services that a partner may call.

import { type ChosenValuesProps, GroupedCheckboxes } from '../../kit/choices/grouped-checkboxes.tsx'
import { OPERATION_GROUPS } from './partner-words.ts'

export function OperationsField(props: ChosenValuesProps<string>) {
  return (
    <GroupedCheckboxes
      label="Operations of account services"
      description="What is not ticked is refused. The other families are granted as a whole."
      groups={OPERATION_GROUPS}
      {...props}
    />
  )
}
