// Every page of the console. Each area keeps its own rows.

import type { ConsolePage } from './console-page.ts'
import { errorCodePages } from './error-codes/pages.ts'
import { signInPages } from './sign-in/pages.ts'

/** For signed-in users, in the order of the menu. */
export const ALL_PAGES: readonly ConsolePage[] = [...errorCodePages]

/** Without signing in. */
export const OPEN_PAGES: readonly ConsolePage[] = signInPages
