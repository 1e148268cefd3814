import type { ConsolePage } from '../console-page.ts'

export const auditPages: readonly ConsolePage[] = []
