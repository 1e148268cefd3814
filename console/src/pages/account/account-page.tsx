// The signed-in user's own account: who one is, password, second factor, sessions and rights.

import { SimpleGrid, Stack } from '@mantine/core'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { signOutEverywhere, useUser } from '../../session/session.ts'
import { ChangePassword } from './change-password.tsx'
import { MyRights } from './my-rights.tsx'
import { MySessions } from './my-sessions.tsx'
import { RecoveryCodesSection } from './recovery-codes-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

export default function AccountPage() {
  const { userName, email, role, institutionId, subTenantId } = useUser()
  return (
    <PageFrame
      title="My account"
      description="Your own password, second factor and sessions. Each user may change these."
      actions={
        <ActionButton
          label="Sign out everywhere"
          color="red"
          variant="light"
          confirm={{
            title: 'Sign out everywhere?',
            message: 'Ends all your sessions on all devices, this one too. Work in progress there needs a new sign-in.',
            label: 'Sign out everywhere',
          }}
          run={signOutEverywhere}
        />
      }
    >
      <Section title="Who I am">
        <Facts
          facts={[
            ['Name', userName],
            ['E-mail', email],
            ['Role', role],
            ['I see', scopeWords(institutionId, subTenantId)],
          ]}
        />
      </Section>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <ChangePassword />
        <Stack gap="lg">
          <SecondFactorSection />
          <RecoveryCodesSection />
        </Stack>
      </SimpleGrid>
      <MySessions />
      <MyRights />
    </PageFrame>
  )
}

function scopeWords(institutionId: string | undefined, subTenantId: string | undefined): string {
  if (institutionId === undefined) return 'The whole platform'
  return subTenantId === undefined ? `Institution ${institutionId}` : `A sub-tenant of institution ${institutionId}`
}
