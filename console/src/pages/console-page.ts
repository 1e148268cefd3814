// One row of the console's table of pages. The router, the menu and the tests of every page are made from these rows.

import type { ComponentType } from 'react'
import type { PartnerFamily } from '../kit/form/partner-choice.ts'
import type { Need } from '../session/entitlements.ts'

export type MenuGroup =
  | 'Overview'
  | 'Money'
  | 'Customers'
  | 'Lending'
  | 'Digital banking'
  | 'Institutions'
  | 'Access'
  | 'Platform'
  | 'Sandbox'

/** Hidden from users without what it needs. Without `needs`, for everyone who is signed in. */
export interface ConsolePage extends Need {
  /** Below /console; parameters as `$name`. */
  readonly path: string
  /** In the browser's title and as the label in the menu. */
  readonly title: string
  /** Where it stands in the menu. Absent: reached from other pages. */
  readonly menu?: {
    readonly group: MenuGroup
    readonly icon: ComponentType<{ size?: number | string; stroke?: number | string }>
    /** Beside the label: how much waits there. */
    readonly badge?: () => Promise<{ default: ComponentType }>
  }
  /** About what one partner of this family owns: the address names the partner. */
  readonly partnerOf?: PartnerFamily
  /** Exists in the sandbox only. */
  readonly sandboxOnly?: boolean
  /** Loaded when the page is first opened. */
  load(): Promise<{ default: ComponentType }>
}
