// Where one is in the wizard. Steps with an error are marked.

import { Paper, Stepper } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import { IconAlertCircle } from '@tabler/icons-react'
import { StatePath } from '../../../kit/show/state-path.tsx'
import { STEPS, type StepKey, stepOfField } from './wizard-steps.ts'

export interface WizardProgressProps {
  readonly active: StepKey
  readonly errors: FormErrors
  /** Absent while there is no draft yet. */
  onChoose?: (step: StepKey) => void
}

export function WizardProgress({ active, errors, onChoose }: WizardProgressProps) {
  const at = STEPS.findIndex(({ key }) => key === active)
  if (onChoose === undefined) {
    return (
      <Paper p="md">
        <StatePath label="Steps" states={STEPS} at={at} />
      </Paper>
    )
  }
  const wrong = new Set(Object.keys(errors).map(stepOfField))
  return (
    <Paper p="md">
      <Stepper
        className="wizard-steps"
        size="xs"
        iconSize={28}
        active={at}
        onStepClick={(at) => {
          const step = STEPS[at]
          if (step !== undefined) onChoose(step.key)
        }}
      >
        {STEPS.map(({ key, title }) => (
          <Stepper.Step
            key={key}
            label={title}
            aria-current={key === active ? 'step' : undefined}
            {...(wrong.has(key) && {
              color: 'red',
              description: 'Please check',
              icon: <IconAlertCircle size={16} aria-hidden />,
              completedIcon: <IconAlertCircle size={16} aria-hidden />,
            })}
          />
        ))}
      </Stepper>
    </Paper>
  )
}
