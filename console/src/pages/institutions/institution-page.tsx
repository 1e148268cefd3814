// One institution, with everything that belongs to it.

import { Alert, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { UrlTabs } from '../../kit/page/url-tabs.tsx'
import { type Action, type ModuleId, useMay } from '../../session/entitlements.ts'
import { AccountTypeList } from '../account-types/account-type-list.tsx'
import { BillerList } from '../billers/biller-list.tsx'
import { BusinessDayList } from '../business-days/business-day-list.tsx'
import { ConnectionList } from '../connectivity/connection-list.tsx'
import { TerminalList } from '../terminals/terminal-list.tsx'
import { type Institution, loadInstitution } from './institution.ts'
import { InstitutionActions } from './institution-actions.tsx'
import { InstitutionFacts } from './institution-facts.tsx'
import { InstitutionHistory } from './institution-history.tsx'
import { InstitutionReadiness } from './onboarding/institution-readiness.tsx'
import { OnboardingGuide } from './onboarding/onboarding-guide.tsx'

interface RecordTab {
  readonly key: string
  readonly title: string
  readonly needs: readonly [ModuleId, Action]
  render(institution: Institution): ReactNode
}

const TABS: readonly RecordTab[] = [
  {
    key: 'overview',
    title: 'Overview',
    needs: ['INSTITUTIONS', 'VIEW'],
    render: (institution) => <InstitutionFacts institution={institution} />,
  },
  {
    key: 'readiness',
    title: 'Readiness',
    needs: ['INSTITUTIONS', 'VIEW'],
    render: (institution) => <InstitutionReadiness institution={institution} />,
  },
  {
    key: 'connectivity',
    title: 'Connectivity',
    needs: ['CORE_CONNECTIVITY', 'VIEW'],
    render: ({ institutionId }) => <ConnectionList institutionId={institutionId} />,
  },
  {
    key: 'account-types',
    title: 'Account types',
    needs: ['ACCOUNT_TYPES', 'VIEW'],
    render: ({ institutionId }) => <AccountTypeList institutionId={institutionId} />,
  },
  {
    key: 'terminals',
    title: 'Terminals',
    needs: ['TERMINALS', 'VIEW'],
    render: ({ institutionId }) => <TerminalList institutionId={institutionId} />,
  },
  {
    key: 'billers',
    title: 'Billers',
    needs: ['INSTITUTIONS', 'VIEW'],
    render: ({ institutionId }) => <BillerList institutionId={institutionId} />,
  },
  {
    key: 'business-days',
    title: 'Business days',
    needs: ['QUERY', 'VIEW'],
    render: (institution) => <BusinessDayList institution={institution} />,
  },
  {
    key: 'history',
    title: 'History',
    needs: ['INSTITUTIONS', 'VIEW'],
    render: (institution) => <InstitutionHistory institution={institution} />,
  },
]

export default function InstitutionPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Institution"
      list={['Institutions', '/institutions']}
      queryKey={['institutions', 'record', id]}
      load={() => loadInstitution(id)}
      frame={(institution) => ({
        title: institution.displayName,
        status: institution.status,
        description: `${institution.legalName} · ${institution.institutionId}`,
        actions: <InstitutionActions institution={institution} />,
      })}
    >
      {(institution) => <InstitutionTabs institution={institution} />}
    </RecordFrame>
  )
}

function InstitutionTabs({ institution }: { institution: Institution }) {
  const may = useMay()
  const tabs = TABS.filter(({ needs }) => may(...needs))
  return (
    <Stack gap="lg">
      <StateReason institution={institution} />
      <OnboardingGuide institution={institution} />
      <UrlTabs
        label="Parts of the institution"
        tabs={tabs.map(({ key, title, render }) => ({ value: key, label: title, content: render(institution) }))}
      />
    </Stack>
  )
}

const REASON_TITLES: Partial<Readonly<Record<Institution['status'], string>>> = {
  REJECTED: 'It was rejected',
  SUSPENDED: 'It is suspended: every order of its channels is declined (912), reversals too',
  TERMINATED: 'It is terminated for good: every order of its channels is declined (912)',
}

function StateReason({ institution: { status, statusReason } }: { institution: Institution }) {
  const title = REASON_TITLES[status]
  if (title === undefined) return null
  return (
    <Alert color={status === 'TERMINATED' ? 'red' : 'yellow'} title={title}>
      <Text size="sm">Reason: {statusReason ?? 'none was given'}</Text>
    </Alert>
  )
}
