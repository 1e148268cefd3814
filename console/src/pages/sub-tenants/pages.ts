import type { ConsolePage } from '../console-page.ts'

export const subTenantPages: readonly ConsolePage[] = []
