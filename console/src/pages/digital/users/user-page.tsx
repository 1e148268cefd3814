// One user: who it is, the accounts, and what can be done.

import { Stack } from '@mantine/core'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { countryName } from '../../../kit/inputs/places-and-currencies.ts'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { Id, Instant, StatusBadge } from '../../../kit/show/values.tsx'
import { AccountList } from '../accounts/account-list.tsx'
import { DigitalRecord } from '../digital-frame.tsx'
import { askDigital, head } from '../digital-request.ts'
import { partyMoves } from '../parties/party-moves.ts'
import { InstitutionName, userName } from '../parties/party-names.tsx'
import { StatusMoves } from '../status-moves.tsx'
import { USER_STATES } from '../words/states.ts'

export default function UserPage() {
  const userId = usePathParameter('id')
  return (
    <DigitalRecord
      noun="Token user"
      trail={[['Token users', '/digital/users']]}
      queryKey={['users', 'record', userId]}
      load={(partnerId) => askDigital(digital(partnerId).getUser({ userId }))}
      frame={(found, partnerId) => ({
        title: userName(found),
        description: USER_STATES[found.state],
        badge: <StatusBadge status={found.state} />,
        actions: (
          <Allowed module="DIGITAL_PARTIES" action="UPDATE">
            <UserMoves partnerId={partnerId} user={found} />
          </Allowed>
        ),
      })}
    >
      {({ id, state, institution, user, createdAt, updatedAt }, partnerId) => (
        <Stack gap="lg">
          <Section title="Who it is">
            <Facts
              facts={[
                ['Kind', user.type === 'BUSINESS' ? 'Business' : 'Individual'],
                ['Customer of', <InstitutionName key="institution" partnerId={partnerId} id={institution.id} />],
                ['External id', user.externalId],
                ['E-mail', user.email],
                ['Telephone', user.phone],
                ['Country', user.country === undefined ? undefined : countryName(user.country)],
                ['Id', <Id key="id">{id}</Id>],
                ['Onboarded', <Instant key="made" at={createdAt} />],
                ['Last changed', <Instant key="changed" at={updatedAt} />],
              ]}
            />
          </Section>
          <Section
            title="Accounts"
            actions={
              state === 'ACTIVE' && (
                <Allowed module="DIGITAL_PARTIES" action="CREATE">
                  <LinkButton
                    to="/digital/accounts/new"
                    search={{ institution: institution.id, user: id }}
                    variant="default"
                  >
                    Open an account
                  </LinkButton>
                </Allowed>
              )
            }
          >
            <AccountList partnerId={partnerId} userId={id} />
          </Section>
        </Stack>
      )}
    </DigitalRecord>
  )
}

function UserMoves({ partnerId, user }: { partnerId: string; user: model.DigitalUser }) {
  const { id: userId, state, version } = user
  const name = userName(user)
  return (
    <StatusMoves
      partnerId={partnerId}
      attemptName={`digital-${userId}-${version}`}
      moves={partyMoves<'CLOSED'>(state, {
        name,
        kind: 'user',
        accepted: 'The identity is verified. Accounts can be opened.',
        suspended:
          'The user can only receive tokens: no new accounts, deposits, redemptions or transfers out. Work that has begun finishes.',
        resumed: 'The user can send tokens and open accounts again.',
        end: {
          target: 'CLOSED',
          label: 'Close',
          title: `Close ${name}?`,
          message:
            'The user stops being a customer, for good. This is possible only when every account of the user is closed.',
          color: 'red',
          done: `${name} is closed.`,
        },
      })}
      change={(target, reason, ref) =>
        askDigital(
          digital(partnerId).changeUserStatus(
            { userId },
            { ...head('USER_ONBOARDING_STATUS', ref), status: { target, reason }, expectedVersion: version },
          ),
        )
      }
    />
  )
}
