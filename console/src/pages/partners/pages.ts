import type { ConsolePage } from '../console-page.ts'

export const partnerPages: readonly ConsolePage[] = []
