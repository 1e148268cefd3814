import type { ConsolePage } from '../console-page.ts'

export const accountTypePages: readonly ConsolePage[] = []
