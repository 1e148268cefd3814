// A borrower as lists name them: the partner's own reference below the name.

import { Text } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import { nameOf } from './lending-words.ts'

export interface ApplicantNameProps {
  readonly of: { readonly applicant: lending.Applicant; readonly externalReference?: string }
}

export function ApplicantName({ of: { applicant, externalReference } }: ApplicantNameProps) {
  return (
    <>
      <Text span inherit style={{ whiteSpace: 'nowrap' }}>
        {nameOf(applicant)}
      </Text>
      {externalReference !== undefined && (
        <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {externalReference}
        </Text>
      )}
    </>
  )
}
