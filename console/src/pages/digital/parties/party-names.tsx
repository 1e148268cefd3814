// Names of institutions, users and accounts in place of their ids.

import type { digital } from '@tillgate/sdk'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { useParty } from './directory.ts'

interface NameProps {
  readonly partnerId: string
  readonly id: string | undefined
  /** Without a link, where the surroundings are one. */
  readonly plain?: boolean
}

export function userName({ user }: digital.DigitalUser): string {
  return user.legalName ?? [user.firstName, user.lastName].filter(Boolean).join(' ')
}

/** The end of an id tells records apart; the rest is time. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `…${id.slice(-6)}`
}

export function InstitutionName({ partnerId, id, plain }: NameProps) {
  const name = useParty(partnerId, 'INSTITUTION', id)?.institution.name
  return <Named id={id} name={name} to="/digital/institutions" plain={plain} />
}

export function UserName({ partnerId, id, plain }: NameProps) {
  const user = useParty(partnerId, 'USER', id)
  return <Named id={id} name={user && userName(user)} to="/digital/users" plain={plain} />
}

/** The account's label and its holder: `Savings · Mara Okafor`. An account of another partner shows its id. */
export function AccountName({ partnerId, id, plain }: NameProps) {
  const title = useAccountTitle(partnerId, id)
  return <Named id={id} name={title} to="/digital/accounts" plain={plain || title === undefined} />
}

function useAccountTitle(partnerId: string, id: string | undefined): string | undefined {
  const account = useParty(partnerId, 'DIGITAL_ASSET_ACCOUNT', id)
  const holder = useParty(partnerId, 'USER', account?.user.id)
  if (account === undefined) return undefined
  return accountTitle(account, holder && userName(holder))
}

export function accountTitle({ id, account }: digital.DigitalAssetAccount, holder: string | undefined): string {
  return [account.label ?? `Account ${shortId(id)}`, holder].filter((part) => part !== undefined).join(' · ')
}

interface NamedProps {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly to: string
  readonly plain: boolean | undefined
}

function Named({ id, name, to, plain = false }: NamedProps) {
  if (id === undefined) return <>—</>
  const text = name ?? shortId(id)
  if (plain) return <span title={id}>{text}</span>
  return (
    <PageLink to={`${to}/${id}`}>
      <span title={id}>{text}</span>
    </PageLink>
  )
}
