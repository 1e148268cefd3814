// The last step: everything as it is saved, with a way back to each part.

import { Alert, Button, Stack, Text } from '@mantine/core'
import type { Institution } from '../institution.ts'
import { InstitutionFacts } from '../institution-facts.tsx'
import type { StepKey, WizardStep } from './wizard-steps.ts'

export interface ReviewStepProps {
  readonly institution: Institution
  /** Steps in which something is typed that is not saved. */
  readonly unsaved: readonly WizardStep[]
  onEdit(step: StepKey): void
}

export function ReviewStep({ institution, unsaved, onEdit }: ReviewStepProps) {
  return (
    <Stack gap="md">
      {unsaved.length > 0 && (
        <Alert color="yellow" title="Not everything is saved">
          <Text size="sm">
            You changed {unsaved.map(({ title }) => `“${title}”`).join(' and ')} without saving. “Save and finish” saves
            it.
          </Text>
        </Alert>
      )}
      <InstitutionFacts
        institution={institution}
        action={(step) => (
          <Button size="xs" variant="subtle" onClick={() => onEdit(step)} aria-label={`Edit ${step}`}>
            Edit
          </Button>
        )}
      />
    </Stack>
  )
}
