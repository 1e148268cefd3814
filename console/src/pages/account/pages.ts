import type { ConsolePage } from '../console-page.ts'

export const accountPages: readonly ConsolePage[] = []
