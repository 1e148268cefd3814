import type { ConsolePage } from '../console-page.ts'

export const lendingPages: readonly ConsolePage[] = []
