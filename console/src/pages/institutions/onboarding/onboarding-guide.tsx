// Leads a new institution to its first traffic: where it stands, what is missing, and who does what next.

import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Section } from '../../../kit/page/section.tsx'
import { StatePath } from '../../../kit/show/state-path.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { serverMessage } from '../../../texts/server-messages.ts'
import { useFourEyes } from '../four-eyes.ts'
import type { Institution, InstitutionStatus } from '../institution.ts'
import { useFirstSteps } from './first-steps.ts'
import { FirstStepsChecklist } from './first-steps-checklist.tsx'
import { ReadinessChecklist } from './institution-readiness.tsx'
import { missingFields, type Requirement, useReadiness } from './readiness.ts'

const PLACES: Partial<Readonly<Record<InstitutionStatus, number>>> = {
  DRAFT: 0,
  REJECTED: 0,
  SUBMITTED: 1,
  APPROVED: 2,
  ACTIVE: 3,
}

const STATES = [
  { title: 'Draft', hint: 'Fill it in' },
  { title: 'Submitted', hint: 'A second person decides' },
  { title: 'Approved', hint: 'Ready to switch on' },
  { title: 'Active', hint: 'It takes traffic' },
]

export function OnboardingGuide({ institution }: { institution: Institution }) {
  const place = PLACES[institution.status]
  return place === undefined ? null : <Guide institution={institution} place={place} />
}

function Guide({ institution, place }: { institution: Institution; place: number }) {
  const { data } = useReadiness(institution)
  const steps = useFirstSteps(institution)
  const missing = data?.missing ?? []
  const isActive = institution.status === 'ACTIVE'
  // The way ends with the first withdrawal. Where none can be made, it ends with the activation.
  if (isActive && (steps?.withdrawal !== 'missing' || !canWithdraw(institution))) return null
  return (
    <Section title="The way to its first withdrawal">
      <Stack gap="lg">
        <StatePath label="States of an institution" states={STATES} at={place} />
        <Next institution={institution} missing={missing} />
        {data !== undefined && !data.ready && <ReadinessChecklist institution={institution} missing={missing} />}
        {steps !== undefined && (
          <Stack gap="sm">
            {!isActive && <Title order={3}>From there to its first withdrawal</Title>}
            <FirstStepsChecklist institution={institution} steps={steps} />
          </Stack>
        )}
      </Stack>
    </Section>
  )
}

function canWithdraw({ services }: Institution): boolean {
  return services.some((service) => service === 'WITHDRAWAL' || service === 'CARDLESS')
}

function Next({ institution, missing }: { institution: Institution; missing: readonly Requirement[] }) {
  const may = useMay()
  const { isOwnWork, submittedBy, cannotApprove } = useFourEyes(institution)
  const fields = missingFields(missing).map(({ title }) => title.charAt(0).toLowerCase() + title.slice(1))
  switch (institution.status) {
    case 'REJECTED':
      return (
        <Words>Change what was objected to: with the first change it is a draft again, and can be submitted.</Words>
      )
    case 'DRAFT':
      return fields.length === 0 ? (
        <Words>
          Submit it when it is complete. From then on it cannot be changed until it is rejected or activated; its core
          and its account types can still be added.
        </Words>
      ) : (
        <Words>
          Before it is submitted it needs {fields.join(' and ')}: a submitted institution cannot be changed any more,
          and without this it could never be activated.
        </Words>
      )
    case 'SUBMITTED':
      if (!may('INSTITUTIONS', 'APPROVE', 'platform'))
        return <Words>A person of the platform who may approve institutions decides about it.</Words>
      if (isOwnWork === true) {
        return (
          <Alert color="blue" icon={<IconUsers />} title="A second person is needed">
            <Text size="sm">
              You submitted this institution or edited it last, so another person has to approve or reject it. Ask
              another user of the platform who may approve institutions to open this page.
            </Text>
          </Alert>
        )
      }
      if (cannotApprove !== undefined) {
        return (
          <Alert color="blue" icon={<IconUsers />} title="A second person is needed">
            <Text size="sm">{serverMessage(cannotApprove)}</Text>
          </Alert>
        )
      }
      return <Words>Look through it, then approve or reject it.{submittedBy && ` ${submittedBy} submitted it.`}</Words>
    case 'ACTIVE':
      return <Words>It is active, and no cash has been withdrawn yet. This is what a first withdrawal takes:</Words>
    default:
      return missing.length === 0 ? (
        <Words>Everything is in place. Activate it, and its channels are served at once.</Words>
      ) : (
        <Words>
          It is approved.{' '}
          {fields.length > 0
            ? `It lacks ${fields.join(' and ')} and cannot be changed like this: a person other than its submitter has to reject it first.`
            : 'It can be activated once this is in place:'}
        </Words>
      )
  }
}

function Words({ children }: { children: ReactNode }) {
  return (
    <Group>
      <Text size="sm" maw={720}>
        {children}
      </Text>
    </Group>
  )
}
