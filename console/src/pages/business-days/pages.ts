import type { ConsolePage } from '../console-page.ts'

export const businessDayPages: readonly ConsolePage[] = []
