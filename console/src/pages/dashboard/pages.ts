import type { ConsolePage } from '../console-page.ts'

export const dashboardPages: readonly ConsolePage[] = []
