import {
  IconArrowsExchange,
  IconBuildingBank,
  IconCoins,
  IconTransfer,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

const PARTIES = ['DIGITAL_PARTIES', 'VIEW'] as const
const MONEY = ['DIGITAL_MONEY', 'VIEW'] as const
const NEW_PARTY = ['DIGITAL_PARTIES', 'CREATE'] as const
const NEW_MOVEMENT = ['DIGITAL_MONEY', 'CREATE'] as const
const GROUP = 'Digital banking'

const PAGES: readonly ConsolePage[] = [
  {
    path: '/digital',
    title: 'Supply and backing',
    needs: PARTIES,
    menu: { group: GROUP, icon: IconCoins },
    load: () => import('./overview/overview-page.tsx'),
  },
  {
    path: '/digital/movements',
    title: 'Movements',
    needs: MONEY,
    menu: { group: GROUP, icon: IconArrowsExchange },
    load: () => import('./movements/movements-page.tsx'),
  },
  {
    path: '/digital/movements/transfers/new',
    title: 'New transfer',
    needs: NEW_MOVEMENT,
    menu: { group: GROUP, icon: IconTransfer },
    load: () => import('./transfers/new-transfer-page.tsx'),
  },
  {
    path: '/digital/institutions',
    title: 'Token institutions',
    needs: PARTIES,
    menu: { group: GROUP, icon: IconBuildingBank },
    load: () => import('./institutions/institutions-page.tsx'),
  },
  {
    path: '/digital/users',
    title: 'Token users',
    needs: PARTIES,
    menu: { group: GROUP, icon: IconUsersGroup },
    load: () => import('./users/users-page.tsx'),
  },
  {
    path: '/digital/accounts',
    title: 'Token accounts',
    needs: PARTIES,
    menu: { group: GROUP, icon: IconWallet },
    load: () => import('./accounts/accounts-page.tsx'),
  },
  {
    path: '/digital/institutions/new',
    title: 'Onboard an institution',
    needs: NEW_PARTY,
    load: () => import('./institutions/onboard-institution-page.tsx'),
  },
  {
    path: '/digital/institutions/$id',
    title: 'Token institution',
    needs: PARTIES,
    load: () => import('./institutions/institution-page.tsx'),
  },
  {
    path: '/digital/users/new',
    title: 'Onboard a user',
    needs: NEW_PARTY,
    load: () => import('./users/onboard-user-page.tsx'),
  },
  { path: '/digital/users/$id', title: 'Token user', needs: PARTIES, load: () => import('./users/user-page.tsx') },
  {
    path: '/digital/accounts/new',
    title: 'Open an account',
    needs: NEW_PARTY,
    load: () => import('./accounts/open-account-page.tsx'),
  },
  {
    path: '/digital/accounts/$id',
    title: 'Token account',
    needs: PARTIES,
    load: () => import('./accounts/account-page.tsx'),
  },
  {
    path: '/digital/movements/deposits/new',
    title: 'Issue tokens',
    needs: NEW_MOVEMENT,
    load: () => import('./deposits/new-deposit-page.tsx'),
  },
  {
    path: '/digital/movements/deposits/$id',
    title: 'Tokenized deposit',
    needs: MONEY,
    load: () => import('./deposits/deposit-page.tsx'),
  },
  {
    path: '/digital/movements/redemptions/new',
    title: 'Redeem tokens',
    needs: NEW_MOVEMENT,
    load: () => import('./redemptions/new-redemption-page.tsx'),
  },
  {
    path: '/digital/movements/redemptions/$id',
    title: 'Redemption',
    needs: MONEY,
    load: () => import('./redemptions/redemption-page.tsx'),
  },
  {
    path: '/digital/movements/transfers/$id',
    title: 'Interbank transfer',
    needs: MONEY,
    load: () => import('./transfers/transfer-page.tsx'),
  },
]

export const digitalPages: readonly ConsolePage[] = PAGES.map((page) => ({ ...page, partnerOf: 'digital' }))
