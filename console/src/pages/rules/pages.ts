import type { ConsolePage } from '../console-page.ts'

export const rulePages: readonly ConsolePage[] = []
