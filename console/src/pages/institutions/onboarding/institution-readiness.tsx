// The checklist: what is there, what is missing, and where to add it.

import { Alert, Stack, Text } from '@mantine/core'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { useMay } from '../../../session/entitlements.ts'
import type { Institution } from '../institution.ts'
import { Checklist } from './checklist.tsx'
import { canBeAdded, REQUIREMENTS, type Requirement, useReadiness } from './readiness.ts'

const READY: Readonly<Record<Institution['status'], string>> = {
  DRAFT: 'It can be submitted, approved by a second person, and activated.',
  REJECTED: 'It can be changed, submitted again, and activated once it is approved.',
  SUBMITTED: 'It can be activated once a second person has approved it.',
  APPROVED: 'It can be activated.',
  ACTIVE: 'It is active, and its channels are served.',
  SUSPENDED: 'It can be resumed.',
  TERMINATED: 'It is terminated for good, and cannot be activated.',
}

export function InstitutionReadiness({ institution }: { institution: Institution }) {
  const query = useReadiness(institution)
  return (
    <Section
      title="Readiness"
      description="What an institution needs before it can be activated, or resumed after a suspension."
    >
      <Loaded query={query}>
        {({ ready, missing }) => (
          <Stack gap="md">
            <Alert color={ready ? 'green' : 'yellow'} title={ready ? 'Everything is in place' : 'Something is missing'}>
              <Text size="sm">
                {ready
                  ? READY[institution.status]
                  : `${REQUIREMENTS.length - missing.length} of ${REQUIREMENTS.length} are in place.`}
              </Text>
            </Alert>
            <ReadinessChecklist institution={institution} missing={missing} />
          </Stack>
        )}
      </Loaded>
    </Section>
  )
}

export function ReadinessChecklist({
  institution,
  missing,
}: {
  institution: Institution
  missing: readonly Requirement[]
}) {
  const may = useMay()
  return (
    <Checklist
      label="What it needs to be activated"
      items={REQUIREMENTS.map((words) => {
        const isMissing = missing.includes(words.requirement)
        const { to, search = {} } = words.to(institution)
        return {
          key: words.requirement,
          title: words.title,
          state: isMissing ? 'missing' : 'done',
          why: words.why,
          action: isMissing && canBeAdded(words, institution) && may(...words.needs) && (
            <LinkButton to={to} search={search} size="xs" variant="light">
              {words.toLabel}
            </LinkButton>
          ),
        }
      })}
    />
  )
}
