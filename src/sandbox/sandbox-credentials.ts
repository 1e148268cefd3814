// The credentials for trying the sandbox, shown at start-up and by GET /sandbox/credentials. All of them are synthetic.

import { accountsOf, CARDS, type SandboxCard } from './seeding/sandbox-accounts.ts'
import {
  CLIENTS,
  INSTITUTIONS,
  PARTNERS,
  type SandboxClient,
  type SandboxTerminal,
  TERMINALS,
} from './seeding/sandbox-data.ts'
import { type SandboxUser, USERS } from './seeding/sandbox-users.ts'

export interface SandboxCredentials {
  readonly institutions: readonly {
    readonly institutionId: string
    readonly name: string
    readonly status: string
    readonly terminals: readonly Pick<SandboxTerminal, 'terminalId' | 'acceptorId' | 'kind' | 'status'>[]
    readonly cards: readonly (Pick<SandboxCard, 'pan' | 'customerId' | 'status'> & {
      readonly accountIds: readonly string[]
    })[]
  }[]
  readonly clients: readonly (Pick<SandboxClient, 'clientId' | 'clientSecret' | 'partnerId' | 'family'> & {
    readonly isExpired: boolean
    readonly institutionIds: readonly string[]
  })[]
  readonly users: readonly Pick<SandboxUser, 'email' | 'password' | 'roleName' | 'institutionId'>[]
}

export function sandboxCredentials(): SandboxCredentials {
  return {
    institutions: INSTITUTIONS.map(({ institutionId, name, status }) => ({
      institutionId,
      name,
      status,
      terminals: TERMINALS.filter((terminal) => terminal.institutionId === institutionId).map(
        ({ terminalId, acceptorId, kind, status }) => ({ terminalId, acceptorId, kind, status }),
      ),
      cards: CARDS.filter((card) => card.institutionId === institutionId).map((card) => ({
        pan: card.pan,
        customerId: card.customerId,
        status: card.status,
        accountIds: accountsOf(card).map((account) => account.accountId),
      })),
    })),
    clients: CLIENTS.map(({ clientId, clientSecret, partnerId, family, isExpired = false }) => ({
      clientId,
      clientSecret,
      partnerId,
      family,
      isExpired,
      institutionIds: PARTNERS.find((partner) => partner.partnerId === partnerId)?.institutionIds ?? [],
    })),
    users: USERS.map(({ email, password, roleName, institutionId }) => ({
      email,
      password,
      roleName,
      ...(institutionId !== undefined && { institutionId }),
    })),
  }
}

/** The same as aligned lines for the terminal. */
export function sandboxBanner(): string[] {
  const { institutions, clients, users } = sandboxCredentials()
  const usable = clients.filter((client) => !client.isExpired)
  const lines = usable.map(
    ({ clientId, clientSecret, partnerId }) =>
      `client ${clientId.padEnd(20)} secret ${clientSecret.padEnd(27)} partnerId ${partnerId}`,
  )
  for (const { institutionId, name, status, terminals, cards } of institutions) {
    const terminal = terminals.find((item) => item.status === 'ACTIVE')?.terminalId ?? 'none'
    const card = cards.find((item) => item.status === 'ACTIVE')
    lines.push(
      `institution ${institutionId} ${name}, ${status.toLowerCase()}: terminal ${terminal}, ` +
        `card ${card?.pan ?? 'none'}, accounts ${card?.accountIds.join(' ') ?? 'none'}`,
    )
  }
  for (const { email, password, roleName, institutionId } of users) {
    const place = institutionId === undefined ? '' : ` of ${institutionId}`
    lines.push(`user ${email.padEnd(22)} password ${password.padEnd(19)} ${roleName}${place}`)
  }
  return lines
}
